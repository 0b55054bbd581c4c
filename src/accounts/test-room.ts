import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { newDatabasePlace, type TestEngine } from '../../test/support/databases.ts';
import { TEST_PASSWORD_COST } from '../../test/support/password-cost.ts';
import { type Database, openDatabase, sequenceMigrations } from '../platform/database/index.ts';
import { Secret } from '../platform/secret.ts';
import { openVault, vaultMigrations } from '../platform/vault/index.ts';
import { type Accounts, type CreateAccountsOptions, createAccounts } from './accounts.ts';
import { accountMigrations } from './migrations.ts';
import type { NewPerson, Person } from './persons/record/person.ts';
import type { RegisteredPerson } from './persons/register.ts';
import type { AccountTables, Tables } from './tables.ts';
import { callElsewhere, type Outcome } from './test-process.ts';

export const MIGRATIONS = { ...vaultMigrations, ...sequenceMigrations, ...accountMigrations };

export const START_MS = Date.UTC(2026, 0, 15, 12);

export interface TestRoom {
  readonly accounts: Accounts;
  readonly options: CreateAccountsOptions;
  readonly database: Database;
  readonly tables: Tables;
  readonly clock: { now(): number; advance(ms: number): void };
  /** A second room on the same database, with connections and memory of its own. */
  another(): Promise<Accounts>;
  /** One call in each of two threads, at the same moment. */
  twice(
    call: Parameters<typeof callElsewhere>[0]['call'],
    inputs: readonly [unknown, unknown],
  ): Promise<Outcome[]>;
  addActive(person?: Partial<NewPerson>): Promise<Person>;
  /** A person that came without a key, and the code of its first answer. */
  register(person?: Partial<NewPerson>, address?: string): Promise<RegisteredPerson>;
  /** An active person that set this password by its link. */
  addWithPassword(password: string, person?: Partial<NewPerson>): Promise<Person>;
  /** The token of a new link of a person. */
  newToken(personId: number): Promise<Secret>;
}

/** The room on a real, empty database of its own. */
export async function openTestRoom(
  context: TestContext,
  choices: Partial<
    Pick<
      CreateAccountsOptions,
      'mode' | 'checkDocuments' | 'passwordCost' | 'onPersonAdded' | 'onRegistration'
    >
  > & {
    readonly engine?: TestEngine;
  } = {},
): Promise<TestRoom> {
  const { dataDir, url, remove } = await newDatabasePlace(choices.engine ?? 'sqlite', MIGRATIONS);
  const opened: Database[] = [];
  context.after(async () => {
    for (const database of opened) await database.close();
    await remove();
  });
  let now = START_MS;
  const advance = (ms: number) => {
    now += ms;
  };
  const clock = { now: () => now, advance };
  const masterKey = randomBytes(32).toString('base64');

  const open = async (): Promise<CreateAccountsOptions> => {
    const database = openDatabase({ url, dataDir });
    opened.push(database);
    await database.migrate(MIGRATIONS);
    const vault = await openVault({ database, masterKeys: [new Secret(masterKey)], clock });
    const {
      engine: _engine,
      mode = 'production',
      checkDocuments = true,
      passwordCost = TEST_PASSWORD_COST,
      ...hooks
    } = choices;
    const publicUrl = 'https://loja.example';
    return { database, vault, clock, randomBytes, passwordCost, mode, checkDocuments, publicUrl, ...hooks };
  };
  const options = await open();
  const accounts = createAccounts(options);
  const addActive = async (person: Partial<NewPerson> = {}): Promise<Person> => {
    const added = await accounts.addPerson({
      role: 'seller',
      document: '11144477735',
      name: 'Loja',
      ...person,
    });
    return (await accounts.activatePerson(added.id)).person;
  };
  const newToken = async (personId: number): Promise<Secret> => {
    const { url } = await accounts.newLink(personId);
    return new Secret(url.reveal().split('/').at(-1) ?? '');
  };
  return {
    accounts,
    options,
    database: options.database,
    tables: options.database.read<AccountTables>(),
    clock,
    another: async () => createAccounts(await open()),
    twice: (call, inputs) =>
      Promise.all(
        inputs.map((argument, thread) => callElsewhere({ url, dataDir, masterKey, call, argument }, thread)),
      ),
    addActive,
    register: (person = {}, address = '192.0.2.1') =>
      accounts.registerPerson({ person: { document: '11144477735', name: 'Loja', ...person }, address }),
    newToken,
    addWithPassword: async (password, given) => {
      const person = await addActive(given);
      await accounts.setPassword({ token: await newToken(person.id), password: new Secret(password) });
      return person;
    },
  };
}

/** For `assert.rejects` and `assert.throws`. */
export const refusedWith =
  (code: string, status: number) =>
  (error: unknown): boolean =>
    error instanceof Error &&
    'code' in error &&
    error.code === code &&
    'status' in error &&
    error.status === status;
