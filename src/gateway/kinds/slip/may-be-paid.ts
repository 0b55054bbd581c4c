import { expressionBuilder } from 'kysely';
import type { AwaitedCharge } from '../../charges/charge.ts';
import type { AwaitedChargeTables } from '../../charges/charges-table.ts';
import type { AttemptState } from '../../transactions/rules/attempt.ts';
import { Status } from '../../transactions/rules/transaction.ts';
import type { AttemptTables } from '../../transactions/tables/attempts-table.ts';
import type { TransactionTables } from '../../transactions/tables/transactions-table.ts';

/** Of an intention its buyer may be trying to pay in another way: until that has paid, he may still pay the slip. */
const UNPAID: readonly Status[] = [Status.started, Status.intention, Status.pending];

/** Whether a slip is out for its payer: registered, unpaid, not being taken back, and nothing else has paid. */
export function mayBePaid({
  status,
  ending,
  tryState,
}: Pick<AwaitedCharge, 'ending'> & {
  readonly status: Status;
  readonly tryState: AttemptState | undefined;
}): boolean {
  return tryState === 'waiting' && ending === undefined && UNPAID.includes(status);
}

/** The same of rows of these tables. */
export function rowMayBePaid() {
  const eb = expressionBuilder<
    AttemptTables & AwaitedChargeTables & TransactionTables,
    'attempts' | 'pix_charges' | 'transactions'
  >();
  return eb.and([
    eb('attempts.state', '=', 'waiting'),
    eb('pix_charges.ending', 'is', null),
    eb('transactions.status', 'in', UNPAID),
  ]);
}
