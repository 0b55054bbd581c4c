import manifest from '../../package.json' with { type: 'json' };
import { ConfigError, settingsHelp } from '../composition/config/config.ts';
import { BackupIncomplete } from '../platform/backup/index.ts';
import {
  DatabaseUnavailable,
  MigrationsLocked,
  NewerDatabase,
  UnsafeDatabase,
} from '../platform/database/index.ts';
import { isDiskFull } from '../platform/files/file-fault.ts';
import { AlreadyServed } from '../platform/instances/index.ts';
import { VaultLocked } from '../platform/vault/index.ts';
import { doctorCommands } from './checks/doctor.ts';
import type { Command, CommandContext } from './line/command.ts';
import { databaseFault } from './line/database-fault.ts';
import { runCommand, writeFault } from './line/run-command.ts';
import { listenFault } from './listen-fault.ts';
import { acquirerCommands } from './payments/acquirer.ts';
import { demoCommands } from './payments/demo.ts';
import { feeCommands } from './payments/fees.ts';
import { paymentMethodCommands } from './payments/payment-method.ts';
import { postbackCommands } from './payments/postback.ts';
import { routingCommands } from './payments/routing.ts';
import { saleCommands } from './payments/sale.ts';
import { slipCommands } from './payments/slips.ts';
import { statementCommands } from './payments/statement.ts';
import { transactionCommands } from './payments/transaction.ts';
import { checkoutIdCommands } from './persons/checkout-id.ts';
import { credentialCommands } from './persons/credential.ts';
import { personCommands } from './persons/person.ts';
import { serveCommand } from './serve.ts';
import { auditCommands } from './upkeep/audit.ts';
import { backupCommands } from './upkeep/backup.ts';
import { masterKeyCommands } from './upkeep/master-key.ts';

const FAILED = 1;
/** SQLite: no permission, locked, read-only, input/output, damaged, disk full, cannot open, not a database. */
const UNUSABLE_FILE = new Set([3, 5, 8, 10, 11, 13, 14, 26]);

const SAYS_IT_ALL = [ConfigError, BackupIncomplete, NewerDatabase];

const COMMANDS = [
  serveCommand,
  ...personCommands,
  ...credentialCommands,
  ...checkoutIdCommands,
  ...acquirerCommands,
  ...routingCommands,
  ...feeCommands,
  ...statementCommands,
  ...paymentMethodCommands,
  ...transactionCommands,
  ...saleCommands,
  ...slipCommands,
  ...postbackCommands,
  ...auditCommands,
  ...backupCommands,
  ...masterKeyCommands,
  ...doctorCommands,
  ...demoCommands,
];

/** What the command line needs of its surroundings, and where its output goes. */
export interface Surroundings {
  openContext(command: Command): Promise<CommandContext>;
  writeOut(text: string): void;
  writeError(text: string): void;
}

/** Runs what was typed after `guiche` and returns the exit code. */
export async function runGuiche(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await runCommand(argv, {
      commands: COMMANDS,
      defaultCommand: serveCommand.name,
      version: `guiche ${manifest.version}, Node.js ${process.versions.node}`,
      helpFooter: `Configuração, por variáveis de ambiente:\n${settingsHelp()}`,
      ...surroundings,
    });
  } catch (error) {
    writeFault(argv, surroundings, { code: 'failed', message: oneLine(error) });
    return FAILED;
  }
}

function isUnusableFile(error: unknown): error is Error {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  return UNUSABLE_FILE.has(Number(error.errcode) & 0xff);
}

/** A problem that an operator can solve is told in one line; a bug shows where it happened. */
function oneLine(error: unknown): string {
  if (SAYS_IT_ALL.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof VaultLocked) return `GUICHE_MASTER_KEY: ${error.message}`;
  if (error instanceof UnsafeDatabase || error instanceof MigrationsLocked)
    return `GUICHE_DATABASE_URL: ${error.message}`;
  if (error instanceof AlreadyServed) return `GUICHE_DATA_DIR: ${error.message}`;
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  if (isDiskFull(cause)) return 'GUICHE_DATA_DIR: o disco do banco está cheio: libere espaço';
  if (isUnusableFile(cause)) return `GUICHE_DATA_DIR: o banco não pôde ser usado: ${cause.message}`;
  if (error instanceof DatabaseUnavailable) return databaseFault(error);
  const listening = listenFault(error);
  if (listening) return listening;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
