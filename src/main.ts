#!/usr/bin/env node
import { acquirerCommands } from './commands/acquirer.ts';
import { credentialCommands, personCommands, runCommand } from './commands/index.ts';
import { openCommandContext } from './commands/open-context.ts';
import { paymentMethodCommands } from './commands/payment-method.ts';
import { serveCommand } from './commands/serve.ts';
import { transactionCommands } from './commands/transaction.ts';
import { ConfigError, settingsHelp } from './config.ts';
import { DatabaseUnavailable, VaultLocked } from './platform/index.ts';

const FAILED = 1;

try {
  process.exitCode = await runCommand(process.argv.slice(2), {
    commands: [
      serveCommand,
      ...personCommands,
      ...credentialCommands,
      ...acquirerCommands,
      ...paymentMethodCommands,
      ...transactionCommands,
    ],
    defaultCommand: serveCommand.name,
    helpFooter: `Configuração, por variáveis de ambiente:\n${settingsHelp()}`,
    openContext: async () => openCommandContext(process.env),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exitCode = FAILED;
}

/** What an operator can mend is told in one line; a bug shows where it happened. */
function oneLine(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof VaultLocked) return `GUICHE_MASTER_KEY: ${error.message}`;
  if (error instanceof DatabaseUnavailable) return 'GUICHE_DATABASE_URL: the database cannot be reached';
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'GUICHE_PORT: another program listens on that port already';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
