import type { SequenceName, Tables } from './tables.ts';

/**
 * The next id, from 1 up; ids of deleted rows are not used again. The row is locked until the commit, so the ids
 * are without gaps and in the order of the commits on both engines.
 */
export async function nextId(tables: Tables, name: SequenceName): Promise<number> {
  const sequence = await tables
    .updateTable('account_sequences')
    .set((column) => ({ last: column('last', '+', 1) }))
    .where('name', '=', name)
    .returning('last')
    .executeTakeFirstOrThrow();
  return sequence.last;
}

/** Lets one transaction at a time go on from here, until its commit; on SQLite every writer is alone anyway. */
export async function lockSequence(tables: Tables, name: SequenceName): Promise<void> {
  await tables
    .updateTable('account_sequences')
    .set((column) => ({ last: column.ref('last') }))
    .where('name', '=', name)
    .execute();
}

/** Whether no id was ever given out. */
export async function isUntouched(tables: Tables, name: SequenceName): Promise<boolean> {
  const sequence = await tables
    .selectFrom('account_sequences')
    .select('last')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return sequence.last === 0;
}

/** Takes the ids 1 to `count`; false when any id was given out before. */
export async function takeFirstIds(tables: Tables, name: SequenceName, count: number): Promise<boolean> {
  const taken = await tables
    .updateTable('account_sequences')
    .set({ last: count })
    .where('name', '=', name)
    .where('last', '=', 0)
    .returning('last')
    .executeTakeFirst();
  return taken !== undefined;
}
