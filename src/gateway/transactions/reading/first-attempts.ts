import type { Kysely } from 'kysely';
import type { Attempt } from '../rules/attempt.ts';
import { ATTEMPTS, type AttemptTables } from '../tables/attempts-table.ts';

const AT_ONCE = 200;

/** Where a sale was first sent, and why. */
export type FirstAttempt = Pick<Attempt, 'accountId' | 'routing'>;

/** By sale; those that were never sent have none. */
export async function firstAttemptsOf(
  tables: Kysely<AttemptTables>,
  saleIds: readonly string[],
): Promise<ReadonlyMap<string, FirstAttempt>> {
  const found = new Map<string, FirstAttempt>();
  for (let from = 0; from < saleIds.length; from += AT_ONCE) {
    const rows = await tables
      .selectFrom('attempts')
      .selectAll()
      .where('transaction_id', 'in', saleIds.slice(from, from + AT_ONCE))
      .orderBy('created_at')
      .orderBy('reference')
      .execute();
    for (const row of rows) {
      const { transactionId, accountId, routing } = ATTEMPTS.fromRow(row);
      if (!found.has(transactionId)) found.set(transactionId, { accountId, routing });
    }
  }
  return found;
}
