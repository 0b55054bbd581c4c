import type { Kysely } from 'kysely';
import { LONGEST_REFUND_DAYS } from '../../providers/index.ts';
import { Status } from '../rules/transaction.ts';
import type { CaseTables } from '../tables/cases-table.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Nothing moves from here. An authorization is not among them: it can be voided at any time. */
const ENDED: readonly Status[] = [
  Status.expired,
  Status.denied,
  Status.canceled,
  Status.failed,
  Status.intentionCanceled,
];

/**
 * Which of these transactions have ended for good, without a change since `before`: nothing of them can be captured,
 * voided, refunded, queried or settled any more. Times in milliseconds since 1970.
 */
export async function closedAmong(
  tables: Kysely<unknown>,
  ids: readonly string[],
  { before, now }: { readonly before: number; readonly now: number },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await (tables as Kysely<TransactionTables & CaseTables>)
    .selectFrom('transactions')
    .select('id')
    .where('id', 'in', ids)
    .where('updated_at', '<', before)
    .where('open_movement', 'is', null)
    .where((row) =>
      row.or([
        row('status', 'in', ENDED),
        row.and([
          row('status', '=', Status.captured),
          // Counted from its last change, which is not before its capture.
          row('updated_at', '<', now - LONGEST_REFUND_DAYS * DAY_MS),
        ]),
      ]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('recovery_cases')
            .select('recovery_cases.subject')
            .whereRef('recovery_cases.transaction_id', '=', 'transactions.id'),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
