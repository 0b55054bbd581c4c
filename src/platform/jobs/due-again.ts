import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import type { Job } from './job.ts';

const EVERY_MS = 15_000;

/** Rows that wait for a time, never longer than `longestMs` from when it was written. */
export interface Waiting {
  readonly table: string;
  readonly column: string;
  /** In milliseconds, or an expression of the row. */
  readonly longestMs: number | RawBuilder<number>;
  /** Which rows of the table wait. */
  readonly where: RawBuilder<boolean>;
}

/**
 * What waits for longer than its schedule ever lets it was written by a clock that was ahead and has been set back: it is
 * due now, not when that time comes.
 */
export function dueAgainJob(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: readonly Waiting[];
}): Job {
  const { database, clock, kinds } = options;
  return {
    name: 'due again',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async () => {
      for (const kind of kinds) await makeDue(database, kind, clock.now());
    },
  };
}

async function makeDue(database: Database, kind: Waiting, now: number): Promise<void> {
  const { table, column, longestMs, where } = kind;
  const at = sql.ref<number>(column);
  const isTooFar =
    typeof longestMs === 'number'
      ? sql<boolean>`${where} and ${at} > ${now + longestMs}`
      : sql<boolean>`${where} and ${at} > ${now} and ${at} - ${longestMs} > ${now}`;
  const found = await sql`select 1 from ${sql.table(table)} where ${isTooFar} limit 1`.execute(
    database.read(),
  );
  if (found.rows.length === 0) return;
  await database.write(async (write) => {
    const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now} where ${isTooFar}`;
    await set.execute(write.tables<object>());
  });
}
