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
  /** Which rows of the table wait, or, as a function, wait at a time. */
  readonly where: RawBuilder<boolean> | ((now: number) => RawBuilder<boolean>);
  /** It waits once more for `longestMs` from now on, because too early would be wrong. Otherwise it is due now. */
  readonly isAnew?: true;
}

/** Instances follow the database's clock this closely: what another has just written may lie that much further ahead. */
const FOLLOWED_WITHIN_MS = 2_000;
/** What was last heard of lies no further ahead than this. */
const HEARD_AHEAD_MS = 60_000;

/** A time at which something was heard of or done, from which its age is counted: it is never ahead of now. */
export function past({ table, column, where }: Pick<Waiting, 'table' | 'column' | 'where'>): Waiting {
  return { table, column, where, longestMs: HEARD_AHEAD_MS };
}

/**
 * What waits for longer than its schedule ever lets it was written by a clock that was ahead and has been set back: it is
 * due now, not when that time comes. Every column of a time that is compared with now is named in
 * `test/robustness/stored-times.test.ts`.
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
      const faults: unknown[] = [];
      for (const kind of kinds) {
        await makeDue(database, kind, clock.now()).catch((error: unknown) => faults.push(error));
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function makeDue(database: Database, kind: Waiting, now: number): Promise<void> {
  const { table, column, isAnew } = kind;
  // A simulated schedule may be divided into parts of a millisecond.
  const longestMs = typeof kind.longestMs === 'number' ? Math.ceil(kind.longestMs) : kind.longestMs;
  const where = typeof kind.where === 'function' ? kind.where(now) : kind.where;
  const at = sql.ref<number>(column);
  const latest = now + FOLLOWED_WITHIN_MS;
  const isTooFar =
    typeof longestMs === 'number'
      ? sql<boolean>`${where} and ${at} > ${latest + longestMs}`
      : sql<boolean>`${where} and ${at} > ${latest} and ${at} - ${longestMs} > ${latest}`;
  const due = !isAnew
    ? now
    : typeof longestMs === 'number'
      ? now + longestMs
      : sql`${longestMs} + ${sql.lit(now)}`;
  const found = await sql`select 1 from ${sql.table(table)} where ${isTooFar} limit 1`.execute(
    database.read(),
  );
  if (found.rows.length === 0) return;
  await database.write(async (write) => {
    const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${due} where ${isTooFar}`;
    await set.execute(write.tables<object>());
  });
}
