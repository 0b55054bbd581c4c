import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { newDatabasePlace } from '../../test/support/databases.ts';
import { TEST_PASSWORD_COST } from '../../test/support/password-cost.ts';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { loadConfig } from '../composition/config/config.ts';
import { MIGRATIONS } from '../composition/migrations.ts';
import type { Rooms } from '../composition/rooms.ts';
import { createBankStatements } from '../gateway/bank-statements/index.ts';
import { createNoticeAddresses, createPixAccountStore } from '../gateway/kinds/pix/index.ts';
import { createMoney } from '../gateway/money/index.ts';
import { createMerchantAccounts } from '../gateway/providers/index.ts';
import { createPaymentClients, createPaymentMethods } from '../operations/index.ts';
import { openDatabase } from '../platform/database/index.ts';
import { createDerivedTokens } from '../platform/derived-tokens.ts';
import { localTime, systemClock } from '../platform/time/clock.ts';
import { openVault } from '../platform/vault/index.ts';
import type { CommandContext } from './line/command.ts';
import { type CommandLine, runCommand } from './line/run-command.ts';
import { lineOf } from './line/setting-value.ts';
import { acquirerCommands } from './payments/acquirer.ts';
import { feeCommands } from './payments/fees.ts';
import { paymentMethodCommands } from './payments/payment-method.ts';
import { statementCommands } from './payments/statement.ts';
import { credentialCommands } from './persons/credential.ts';
import { personCommands } from './persons/person.ts';
import { auditCommands } from './upkeep/audit.ts';

export const COMMANDS = [
  ...personCommands,
  ...credentialCommands,
  ...acquirerCommands,
  ...feeCommands,
  ...statementCommands,
  ...paymentMethodCommands,
  ...auditCommands,
];

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A command line on a database of its own. Each call opens it again, as a separate process does. */
export async function openTestLine(context: TestContext) {
  const { dataDir, remove } = await newDatabasePlace('sqlite', MIGRATIONS);
  context.after(remove);
  const config = loadConfig({ GUICHE_DATA_DIR: dataDir });
  let opened = 0;
  let input = '';

  const openContext = async (): Promise<CommandContext> => {
    opened += 1;
    const database = openDatabase({ url: undefined, dataDir });
    const rooms = async () => {
      await database.migrate(MIGRATIONS);
      const vault = await openVault({ database, masterKeys: config.masterKeys, clock: systemClock });
      const accounts = createAccounts({
        database,
        vault,
        clock: systemClock,
        randomBytes,
        passwordCost: TEST_PASSWORD_COST,
        mode: config.mode,
        checkDocuments: config.checkDocuments,
        publicUrl: 'https://loja.example',
      });
      const pixAccounts = createPixAccountStore(database);
      // The commands under test touch no other room.
      return {
        accounts,
        paymentMethods: createPaymentMethods({
          database,
          accounts,
          mode: config.mode,
          pix: { hasAccount: async () => false, hasClient: async () => false },
          slips: { hasAccount: async () => false },
        }),
        paymentClients: createPaymentClients({
          database,
          clock: systemClock,
          codeKey: vault.deriveKey('pairing-code'),
          randomBytes,
        }),
        clock: systemClock,
        merchantAccounts: createMerchantAccounts({ database, vault, clock: systemClock }),
        bankStatements: createBankStatements({ database, clock: systemClock, payoutsOf: async () => [] }),
        money: createMoney({ database, vault, clock: systemClock, time: localTime(config.timeZone) }),
        pixAccounts,
        noticeAddresses: createNoticeAddresses({
          store: pixAccounts,
          tokens: createDerivedTokens(vault.deriveKey('bank-notices')),
          clock: systemClock,
          publicUrl: () => 'https://loja.example',
        }),
      } as Rooms;
    };
    const readInput = () => lineOf(Readable.from([input]));
    return {
      config,
      timeZone: config.timeZone,
      looseFiles: [],
      rooms,
      readInput,
      readAll: async () => input,
      close: () => database.close(),
    };
  };

  const run = async (argv: readonly string[], more: Partial<CommandLine> = {}): Promise<Said> => {
    const said = { out: '', error: '' };
    const code = await runCommand(argv, {
      commands: COMMANDS,
      openContext,
      writeOut: (text) => {
        said.out += text;
      },
      writeError: (text) => {
        said.error += text;
      },
      ...more,
    });
    return { code, ...said };
  };
  const json = async (argv: readonly string[]) => {
    const said = await run([...argv, '--json']);
    assert.equal(said.error, '');
    assert.equal(said.code, 0);
    return JSON.parse(said.out);
  };
  const withAccounts = async <Result>(use: (accounts: Accounts) => Promise<Result>): Promise<Result> => {
    const context = await openContext();
    const result = await use((await context.rooms()).accounts);
    await context.close();
    return result;
  };
  const typeIn = (text: string) => {
    input = text;
  };
  return { config, run, json, typeIn, withAccounts, openedTimes: () => opened };
}

/** Adds a waiting seller. */
export const ADD = ['person', 'add', '--document', '111.444.777-35', '--name', 'Padaria', '--role', 'seller'];
