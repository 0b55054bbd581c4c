import { Status, type Transaction } from '../../transactions/rules/transaction.ts';
import { isCardPayment } from './payment.ts';

const LIVE: ReadonlySet<Status> = new Set([Status.authorized, Status.captured, Status.canceling]);
const OPEN: ReadonlySet<Status> = new Set([Status.started, Status.pending]);

/** Approved, and not given back. */
export function isLiveSale(status: Status): boolean {
  return LIVE.has(status);
}

/** The mask of the card that a sale was to keep for the merchant. Undefined: none, or it was paid by debit. */
export function savedMaskOf({ order }: Pick<Transaction, 'order'>): string | undefined {
  const { payment } = order;
  return isCardPayment(payment) && payment.saveCard && payment.type === 'credit'
    ? payment.card?.mask
    : undefined;
}

/** Whether the merchant may have the card with this mask, which a sale was to keep. Undefined: there is no such sale. */
export function saleStandOf(
  transaction: Transaction | undefined,
  mask: string,
): 'approved' | 'open' | 'over' {
  // The buyer of an intention has paid by another card since, or by debit.
  if (!transaction || savedMaskOf(transaction) !== mask) return 'over';
  const { status } = transaction.result;
  if (isLiveSale(status)) return 'approved';
  return OPEN.has(status) ? 'open' : 'over';
}
