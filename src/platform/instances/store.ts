import type { Database, RoomMigrations } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';

export interface InstanceTables {
  /** One row for each serving process; times by the database's clock. */
  instances: {
    id: string;
    started_at: number;
    seen_at: number;
    host: string | null;
    version: string | null;
  };
}

/** A serving process, or one that ended without saying so. Times in milliseconds since 1970. */
export interface SeenInstance {
  readonly id: string;
  readonly host: string | undefined;
  readonly version: string | undefined;
  readonly startedAt: number;
  /** Since its last heartbeat, by the database's clock. */
  readonly silentMs: number;
}

export const instanceMigrations: RoomMigrations = {
  '0021-instances': {
    up: async (database) => {
      await database.schema
        .createTable('instances')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0023-instance-versions': {
    up: async (database) => {
      await database.schema.alterTable('instances').addColumn('host', 'text').execute();
      await database.schema.alterTable('instances').addColumn('version', 'text').execute();
    },
  },
};

/**
 * Writes the heartbeat of an instance and deletes instances not seen for `keptMs`. Returns the time of the
 * heartbeat.
 */
export function writeBeat(
  database: Database,
  { id, host, version }: { readonly id: string; readonly host: string; readonly version: string },
  keptMs: number,
): Promise<number> {
  const now = databaseNow(database.engine);
  return database.write(async (transaction) => {
    const tables = transaction.tables<InstanceTables>();
    const { seen_at } = await tables
      .insertInto('instances')
      .values({ id, host, version, started_at: now, seen_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
      .returning('seen_at')
      .executeTakeFirstOrThrow();
    await tables
      .deleteFrom('instances')
      .where('seen_at', '<', seen_at - keptMs)
      .execute();
    return seen_at;
  });
}

export function removeInstance(database: Database, id: string): Promise<void> {
  return database.write(async (transaction) => {
    await transaction.tables<InstanceTables>().deleteFrom('instances').where('id', '=', id).execute();
  });
}

/**
 * Which of these ids were seen in the last `withinMs`. A heartbeat far in the future was written before a
 * clock was set back.
 */
export async function seenWithin(
  database: Database,
  ids: readonly string[],
  withinMs: number,
): Promise<ReadonlySet<string>> {
  const now = databaseNow(database.engine);
  const rows = await database
    .read<InstanceTables>()
    .selectFrom('instances')
    .select(['id', 'seen_at', now.as('now')])
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.filter((row) => Math.abs(row.now - row.seen_at) <= withinMs).map((row) => row.id));
}

/** Oldest first: those that serve, and those that stopped without a word in the last day. */
export async function listInstances(database: Database): Promise<readonly SeenInstance[]> {
  const rows = await database
    .read<InstanceTables>()
    .selectFrom('instances')
    .select(['id', 'host', 'version', 'started_at', 'seen_at', databaseNow(database.engine).as('now')])
    .orderBy('started_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    host: row.host ?? undefined,
    version: row.version ?? undefined,
    startedAt: row.started_at,
    silentMs: Math.max(0, row.now - row.seen_at),
  }));
}
