import type { Kysely } from 'kysely';
import { ACTIVE } from '../persons/record/store.ts';
import { failuresElsewhere } from './lockout.ts';
import type { LoginTables } from './tables.ts';

/** What failures are counted under: a login, as its HMAC, and a network. */
export interface LoginSource {
  readonly login: string;
  readonly network: string;
}

/** Oldest first. */
export async function readFailures(
  tables: Kysely<LoginTables>,
  source: LoginSource,
): Promise<readonly number[]> {
  const row = await tables
    .selectFrom('login_failures')
    .select('failed_at')
    .where('login', '=', source.login)
    .where('network', '=', source.network)
    .executeTakeFirst();
  return row ? readTimes(row.failed_at) : [];
}

const MAX_NETWORKS_READ = 100;

/** Of a login, by network: the latest. */
export async function selectFailures(
  tables: Kysely<LoginTables>,
  login: string,
): Promise<readonly { readonly network: string; readonly failedAt: readonly number[] }[]> {
  const rows = await tables
    .selectFrom('login_failures')
    .select(['network', 'failed_at'])
    .where('login', '=', login)
    .orderBy('last_failed_at', 'desc')
    .limit(MAX_NETWORKS_READ)
    .execute();
  return rows.map(({ network, failed_at }) => ({ network, failedAt: readTimes(failed_at) }));
}

/** The failures as they are, the row locked until the commit. */
export async function lockFailures(
  tables: Kysely<LoginTables>,
  source: LoginSource,
  now: number,
): Promise<readonly number[]> {
  const row = await tables
    .insertInto('login_failures')
    .values({ ...source, failed_at: '[]', last_failed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['login', 'network'])
        .doUpdateSet((failures) => ({ last_failed_at: failures.ref('login_failures.last_failed_at') })),
    )
    .returning('failed_at')
    .executeTakeFirstOrThrow();
  return readTimes(row.failed_at);
}

export async function writeFailures(
  tables: Kysely<LoginTables>,
  source: LoginSource,
  failedAt: readonly number[],
): Promise<void> {
  await tables
    .updateTable('login_failures')
    .set({ failed_at: JSON.stringify(failedAt), last_failed_at: failedAt.at(-1) ?? 0 })
    .where('login', '=', source.login)
    .where('network', '=', source.network)
    .execute();
}

/** The network of the row that counts a login's failures from all networks. */
export const ANYWHERE = '*';
/** How long a network counts as known to a login after a success. */
export const KNOWN_NETWORK_LIFE_MS = 30 * 24 * 60 * 60_000;

/** Whether a login succeeded from a network recently. */
export async function isKnownNetwork(
  tables: Kysely<LoginTables>,
  { login, network }: LoginSource,
  now: number,
): Promise<boolean> {
  const row = await tables
    .selectFrom('login_networks')
    .select('login')
    .where('login', '=', login)
    .where('network', '=', network)
    .where('succeeded_at', '>', now - KNOWN_NETWORK_LIFE_MS)
    .executeTakeFirst();
  return row !== undefined;
}

/** Clears the failures from the network of a successful login, and remembers the network. */
export async function recordSuccess(
  tables: Kysely<LoginTables>,
  source: LoginSource,
  now: number,
): Promise<void> {
  const { login, network } = source;
  const own = await readFailures(tables, source);
  const anywhere = await readFailures(tables, { login, network: ANYWHERE });
  const others = failuresElsewhere(anywhere, own);
  if (others.length > 0) await writeFailures(tables, { login, network: ANYWHERE }, others);
  else await clearFailures(tables, { login, network: ANYWHERE });
  await clearFailures(tables, source);
  await tables
    .insertInto('login_networks')
    .values({ login, network, succeeded_at: now })
    .onConflict((conflict) => conflict.columns(['login', 'network']).doUpdateSet({ succeeded_at: now }))
    .execute();
}

/** Forgets the known networks of a login, after a new password. */
export async function forgetNetworks(tables: Kysely<LoginTables>, login: string): Promise<void> {
  await tables.deleteFrom('login_networks').where('login', '=', login).execute();
}

export async function deleteOldNetworks(
  tables: Kysely<LoginTables>,
  wanted: { readonly before: number; readonly limit: number },
): Promise<number> {
  const oldest = tables
    .selectFrom('login_networks')
    .select(['login', 'network'])
    .where('succeeded_at', '<', wanted.before)
    .orderBy('succeeded_at')
    .limit(wanted.limit);
  const { numDeletedRows } = await tables
    .deleteFrom('login_networks')
    .where((row) => row(row.refTuple('login', 'network'), 'in', oldest.$asTuple('login', 'network')))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Clears the failures of a login: from one network or, without one, from everywhere. */
export async function clearFailures(
  tables: Kysely<LoginTables>,
  { login, network }: { readonly login: string; readonly network?: string },
): Promise<void> {
  const meant = tables.deleteFrom('login_failures').where('login', '=', login);
  await (network === undefined ? meant : meant.where('network', '=', network)).execute();
}

export async function deleteOldFailures(
  tables: Kysely<LoginTables>,
  wanted: { readonly before: number; readonly limit: number },
): Promise<number> {
  const oldest = tables
    .selectFrom('login_failures')
    .select(['login', 'network'])
    .where('last_failed_at', '<', wanted.before)
    .orderBy('last_failed_at')
    .limit(wanted.limit);
  const { numDeletedRows } = await tables
    .deleteFrom('login_failures')
    .where((row) => row(row.refTuple('login', 'network'), 'in', oldest.$asTuple('login', 'network')))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export type Password = Pick<LoginTables['persons'], 'id' | 'password_hash'>;

/** The one active person with a document, and its password hash: waiting persons with the same document have none. */
export async function findPassword(
  tables: Kysely<LoginTables>,
  document: string,
): Promise<Password | undefined> {
  return tables
    .selectFrom('persons')
    .select(['id', 'password_hash'])
    .where('document', '=', document)
    .where('status', '=', ACTIVE)
    .executeTakeFirst();
}

export async function findPasswordOf(tables: Kysely<LoginTables>, personId: number): Promise<string | null> {
  const row = await tables
    .selectFrom('persons')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function writePassword(
  tables: Kysely<LoginTables>,
  personId: number,
  passwordHash: string,
): Promise<void> {
  await tables
    .updateTable('persons')
    .set({ password_hash: passwordHash })
    .where('id', '=', personId)
    .execute();
}

function readTimes(text: string): readonly number[] {
  return JSON.parse(text) as number[];
}
