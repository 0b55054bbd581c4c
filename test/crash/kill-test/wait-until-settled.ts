import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../support/databases.ts';
import { openStoredRows } from '../../support/stored-rows.ts';

const POLL_MS = 100;
/** Work may move from a table that was not counted yet to one that was: then the next time finds it. */
const TIMES_IN_A_ROW = 2;

/** A sale with the transactions that charge it. */
const CHARGED =
  "select 1 from charges join transactions on cast(transactions.id as text) = charges.transaction_id where charges.owner = 'sale' and charges.owner_id = sales.id";

/** Conditions of rows with unfinished work. */
const OPEN = [
  ['transactions', 'status in (0, 8, 10) or open_movement is not null'],
  ['attempts', "state in ('sending', 'unknown', 'waiting')"],
  ['movements', "state in ('sending', 'unknown', 'pending')"],
  ['recovery_cases', "state = 'open'"],
  [
    'stored_cards',
    "state = 'storing' or under_way is not null or (state = 'active' and held_check_at is not null)",
  ],
  // Without a reference the acquirer was not asked: nobody works on it.
  ['tokenizations', "state in ('sending', 'pending') and reference is not null"],
  ['acquirer_tokens', "state in ('sending', 'unknown', 'removing')"],
  ['sales', 'status in (6, 18, 19) or (status = 5 and method_id <> 51)'],
  // A keyed sale waits while its page does; one that ended has no page open and no money taken.
  ['sales', `status = 5 and method_id = 51 and not exists (${CHARGED} and transactions.status = 1)`],
  ['sales', `status in (15, 20, 25) and exists (${CHARGED} and transactions.status in (0, 1, 5, 6, 8, 10))`],
  ['external_payments', 'unsettled is not null'],
  ['recurrence_entries', 'under_way = 1 or (status = 5 and tries = 0)'],
  // Last: the commit that ends other work makes them.
  ['postbacks', "state = 'waiting'"],
] as const;

/** Waits until nothing is open, or until the timeout. Returns the duration in milliseconds and what is left. */
export async function waitUntilSettled(
  place: DatabasePlace,
  withinMs: number,
): Promise<{ tookMs: number; left: string }> {
  const startedAt = performance.now();
  const stored = await openStoredRows(place);
  try {
    for (let settled = 0; ; ) {
      const counted: string[] = [];
      for (const [table, condition] of OPEN) {
        const count = await stored.count(table, condition);
        if (count > 0) counted.push(`${count} of ${table}`);
      }
      const tookMs = performance.now() - startedAt;
      settled = counted.length === 0 ? settled + 1 : 0;
      if (settled === TIMES_IN_A_ROW || tookMs > withinMs) return { tookMs, left: counted.join(', ') };
      await sleep(POLL_MS);
    }
  } finally {
    await stored.close();
  }
}
