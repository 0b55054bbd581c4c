import { type Clock, type Database, type Job, sweepJob } from '../../platform/index.ts';
import type { PostbackTables } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Hexadecimal digits of a UUID of version 7 that are its time, and how many of them come before its first hyphen. */
const TIME_DIGITS = 12;
const FIRST_DIGITS = 8;

/**
 * Deletes postbacks that were delivered more than `keptDays` ago. Those that failed stay: they can still be sent again.
 * What was sent stays in the history of the transaction.
 */
export function forgetDelivered({
  database,
  clock,
  keptDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
}): Job {
  return sweepJob('forget delivered postbacks', (limit) =>
    deleteDelivered(database, clock.now() - keptDays * DAY_MS, limit),
  );
}

/**
 * Looks only at messages of transactions that are older than `before`, whose ids sort by time: no more than the primary
 * key is needed to find them. Ids of callbacks' queues sort otherwise: `ended_at` decides about them too.
 */
function deleteDelivered(database: Database, before: number, limit: number): Promise<number> {
  return database.write(async (transaction) => {
    const { numDeletedRows } = await transaction
      .tables<PostbackTables>()
      .deleteFrom('postbacks')
      .where('transaction_id', 'in', (row) =>
        row
          .selectFrom('postbacks')
          .select('transaction_id')
          .where('transaction_id', '<', firstIdAt(before))
          .where('state', '=', 'delivered')
          .where('ended_at', '<', before)
          .orderBy('transaction_id')
          .limit(limit),
      )
      .where('state', '=', 'delivered')
      .where('ended_at', '<', before)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** Smaller than every UUID of version 7 made at this time or later. */
function firstIdAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, FIRST_DIGITS)}-${digits.slice(FIRST_DIGITS)}`;
}
