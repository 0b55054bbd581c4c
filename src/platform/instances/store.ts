import type { Database, RoomMigrations } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';

export interface InstanceTables {
  /** One row for each serving process; times by the database's clock. */
  instances: { id: string; started_at: number; seen_at: number };
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
};

/**
 * Writes the heartbeat of `id` and deletes instances not seen for `keptMs`. Returns the time of the
 * heartbeat.
 */
export function writeBeat(database: Database, id: string, keptMs: number): Promise<number> {
  const now = databaseNow(database.engine);
  return database.write(async (transaction) => {
    const tables = transaction.tables<InstanceTables>();
    const { seen_at } = await tables
      .insertInto('instances')
      .values({ id, started_at: now, seen_at: now })
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
