import { sql } from 'kysely';
import type { Waiting } from '../../platform/jobs/index.ts';
import { LONGEST_RETRY_MS } from './retry.ts';
import { LONGEST_RECHECK_MS, LONGEST_UNDER_WAY_MS } from './settle-entry.ts';

// The conditions are those of the partial indexes of the entries (tables.ts): a dated entry of the future is never read.
const BEGUN = sql`status = 5 and tries > 0`;
const NOT_BEGUN = sql`status = 5 and tries = 0`;

/** Looks at the charges of these entries. The entries come first, on both engines: most charges wait for a date. */
function looks(longestMs: number, entries: (now: number) => ReturnType<typeof sql>): Waiting {
  return {
    table: 'charges',
    column: 'due_at',
    longestMs,
    where: (now) => sql<boolean>`id in (
      select charges.id from (select id from recurrence_entries where ${entries(now)}) entry cross join charges
      where charges.owner = 'entry' and charges.owner_id = entry.id and charges.due_at is not null)`,
  };
}

/** Of entries: looks at tries under way, retries, and looks at those whose date is past. The date itself is no wait. */
export const WAITING_ENTRIES: readonly Waiting[] = [
  {
    table: 'recurrence_entries',
    column: 'next_try_at',
    longestMs: LONGEST_RETRY_MS,
    where: sql<boolean>`${BEGUN} and next_try_at is not null`,
    isAnew: true,
  },
  looks(LONGEST_UNDER_WAY_MS, () => sql`${BEGUN} and under_way = 1`),
  looks(LONGEST_RECHECK_MS, (now) => sql`${BEGUN} and under_way = 0 and coalesce(next_try_at, 0) <= ${now}`),
  looks(LONGEST_RECHECK_MS, (now) => sql`${NOT_BEGUN} and due_at <= ${now}`),
];
