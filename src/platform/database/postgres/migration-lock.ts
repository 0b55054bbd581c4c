import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { MigrationsLocked, NewerDatabase, type RoomMigrations } from '../database.ts';

/** As of versions that held the lock beyond their transaction: they and this one shut each other out. */
const LOCK_ID = 3853314791062309107n;
const LOOK_EVERY_MS = 200;
const TELL_AFTER_MS = 2_000;
const GIVE_UP_AFTER_MS = 60 * 60_000;
/** A large table takes long, whatever an administrator allows other statements. */
const WITHOUT_LIMITS =
  "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)";

/** Locks nothing by itself: a lock of the session would stay behind on a pooler's connection. */
export class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Whether all of these were applied: then no lock is needed. Throws NewerDatabase for one that is not among them. */
export async function areAllApplied(database: Kysely<unknown>, migrations: RoomMigrations): Promise<boolean> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(database);
  if (table.rows[0]?.found !== true) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  const applied = new Set(rows.map(({ name }) => name));
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown) throw new NewerDatabase(unknown.name);
  return Object.keys(migrations).every((name) => applied.has(name));
}

/**
 * Waits until nobody else migrates, and locks until the end of the transaction. `onWait` is told who holds the lock, once
 * that takes long.
 */
export async function lockMigrations(
  transaction: Kysely<unknown>,
  onWait: (holder: string) => void,
): Promise<void> {
  await sql.raw(WITHOUT_LIMITS).execute(transaction);
  const begunAt = performance.now();
  let isTold = false;
  for (;;) {
    const lock = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK_ID)}) as taken`;
    if ((await lock.execute(transaction)).rows[0]?.taken === true) return;
    const waitedMs = performance.now() - begunAt;
    if (waitedMs > GIVE_UP_AFTER_MS) throw new MigrationsLocked(await holderOf(transaction));
    if (waitedMs > TELL_AFTER_MS && !isTold) {
      isTold = true;
      onWait(await holderOf(transaction));
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Throws what the server would say of the first table, which the library of the migrations does not pass on. */
export async function refuseWithoutSchema(transaction: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string | null; may_create: boolean | null }>`
    select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may_create`.execute(
    transaction,
  );
  const [found] = rows;
  if (!found?.schema) throw Object.assign(new Error('no schema has been selected'), { code: '3F000' });
  if (found.may_create !== true)
    throw Object.assign(new Error(`permission denied for schema ${found.schema}`), { code: '42501' });
}

async function holderOf(transaction: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{
    pid: number;
    name: string | null;
    address: string | null;
    since: string | null;
  }>`
    select l.pid, a.application_name as name, host(a.client_addr) as address, a.backend_start::text as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.classid::bigint = ${sql.lit(LOCK_ID >> 32n)} and l.objid::bigint = ${sql.lit(LOCK_ID & 0xffff_ffffn)}
      and l.database = (select oid from pg_database where datname = current_database())`.execute(transaction);
  const [held] = rows;
  if (!held) return 'outra conexão, que acaba de terminar';
  const more = [held.name, held.address, held.since && `desde ${held.since}`].filter((word) => word);
  return `o processo ${held.pid} do servidor${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
}
