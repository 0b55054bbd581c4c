import type { Database, RoomMigrations, WriteTransaction } from './database.ts';

interface SequenceTables {
  sequences: { name: string; last: number };
}

export const sequenceMigrations: RoomMigrations = {
  '0006-sequences': {
    up: async (database) => {
      await database.schema
        .createTable('sequences')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('last', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

/**
 * The next id of a sequence, starting at 1; ids of deleted rows are not reused. The row is locked until the
 * commit, so ids have no gaps and follow the order of commits on both engines.
 */
export async function nextId(transaction: WriteTransaction, name: string): Promise<number> {
  const { last } = await transaction
    .tables<SequenceTables>()
    .insertInto('sequences')
    .values({ name, last: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ last: row('sequences.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** The first of the next `count` ids of a sequence, which follow each other. */
export async function nextIds(transaction: WriteTransaction, name: string, count: number): Promise<number> {
  const { last } = await transaction
    .tables<SequenceTables>()
    .insertInto('sequences')
    .values({ name, last: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ last: row('sequences.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Lets one transaction at a time continue from here until its commit. SQLite has a single writer anyway. */
export async function lockSequence(transaction: WriteTransaction, name: string): Promise<void> {
  await transaction
    .tables<SequenceTables>()
    .insertInto('sequences')
    .values({ name, last: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ last: row.ref('sequences.last') })),
    )
    .execute();
}

/** Whether no id was ever given out. */
export async function isUntouched(database: Database, name: string): Promise<boolean> {
  const sequence = await database
    .read<SequenceTables>()
    .selectFrom('sequences')
    .select('last')
    .where('name', '=', name)
    .executeTakeFirst();
  return (sequence?.last ?? 0) === 0;
}

/** Takes the ids 1 to `count`; false when any id was given out before. */
export async function takeFirstIds(
  transaction: WriteTransaction,
  name: string,
  count: number,
): Promise<boolean> {
  const taken = await transaction
    .tables<SequenceTables>()
    .insertInto('sequences')
    .values({ name, last: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: count }).where('sequences.last', '=', 0),
    )
    .returning('last')
    .executeTakeFirst();
  return taken !== undefined;
}
