import { isPaidByBarcode } from '../../providers/index.ts';
import { type MoveResult, refused } from '../../transactions/movements/results.ts';
import { newCase } from '../../transactions/rules/case.ts';
import type { Movement } from '../../transactions/rules/movement.ts';
import { Status, type Transaction } from '../../transactions/rules/transaction.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import { paymentsIn } from '../judge.ts';
import { type ChargeDependencies, chargeTriesOf, isPaidByBuyer, openCharge } from '../open-charge.ts';
import { bookReturns } from '../returns/book-returns.ts';
import { unexpectedRefunds } from '../returns/returned.ts';

const NOT_MADE: ReadonlySet<Movement['state']> = new Set(['not_done', 'declined', 'not_sent', 'not_found']);
const UNDER_WAY =
  'O banco mostra uma devolução que ainda não foi confirmada aqui. Consulte a transação e tente de novo.';

/**
 * Before money of a paid charge goes back: what the bank shows of it counts. What it took back meanwhile (MED), or what was given
 * back in its own app, is booked first, so that the plan of the refund knows what is left. Undefined where the refund may go
 * on, or where it is about no paid one.
 */
export async function compareWithBank(
  dependencies: ChargeDependencies,
  transaction: Transaction,
): Promise<MoveResult | undefined> {
  const { id, order, result } = transaction;
  if (!isPaidByBuyer(dependencies.kinds, order) || result.status !== Status.captured) return undefined;
  if (
    (await dependencies.charges.paymentsOf(id)).some(
      (one) => one.surplus === undefined && isPaidByBarcode(one),
    )
  )
    return refused('refund_by_transfer');
  const { paid, newest } = await chargeTriesOf(dependencies, id);
  const charge = paid ?? newest;
  const open = charge && (await openCharge(dependencies, charge));
  if (!open) return refused('acquirer_unreachable');
  const query = await open.route.connector.query(open.ids);
  if (query.outcome !== 'found') return refused('acquirer_unreachable');
  const payments = paymentsIn(query);
  await bookReturns(dependencies, transaction, payments);
  const notMade = (await dependencies.store.movementsOf(id)).filter(({ state }) => NOT_MADE.has(state));
  const names = new Set(notMade.map((movement) => movement.id));
  const unexpected = payments
    .filter(({ settles }) => settles)
    .flatMap((payment) => unexpectedRefunds(payment, names));
  if (unexpected.length === 0) return undefined;
  for (const subject of unexpected)
    await findOut(dependencies, id, { subject, accountId: open.route.accountId });
  return refused('movement_running', UNDER_WAY);
}

/** The bank has a refund that counts as not made here: recovery finds out, before another one is asked for. */
async function findOut(
  { store, clock }: ChargeDependencies,
  transactionId: string,
  { subject, accountId }: { readonly subject: string; readonly accountId: number },
): Promise<void> {
  const now = clock.now();
  await retryChange(store, transactionId, (transaction) => ({
    transaction,
    at: now,
    openCase: newCase({ subject, transactionId, accountId, kind: 'movement', openedAt: now, nextAt: now }),
    events: [{ kind: 'taken_over', origin: { kind: 'recovery' }, details: { subject } }],
  }));
}
