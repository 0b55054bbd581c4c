import type { Attempt } from '../rules/attempt.ts';
import { isAwaited } from '../rules/intention.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import { Status, type Transaction } from '../rules/transaction.ts';

/** Result of a sale, for the pages that show it to the buyer. */
export type SaleResult =
  /** Authorized or captured. */
  | { readonly kind: 'approved'; readonly transaction: Transaction }
  /** `declineClass` says what can be done about it; undefined when unknown. */
  | {
      readonly kind: 'denied';
      readonly transaction: Transaction;
      readonly declineClass: Attempt['declineClass'];
    }
  /** The buyer has to act first: authentication by 3-D Secure, a Pix to be paid. */
  | { readonly kind: 'buyer_awaited'; readonly transaction: Transaction }
  /** Not known yet; recovery finds out. It must not be paid again. */
  | { readonly kind: 'pending'; readonly transaction: Transaction }
  /** Failed or expired: provably nothing was charged. */
  | { readonly kind: 'failed'; readonly transaction: Transaction }
  /** Reversed. */
  | { readonly kind: 'canceled'; readonly transaction: Transaction }
  /** Refused, and the buyer may try again. */
  | {
      readonly kind: 'retry';
      readonly transaction: Transaction;
      readonly declineClass: Attempt['declineClass'];
    };

export function saleResult(
  kinds: PaymentKinds,
  transaction: Transaction,
  declineClass?: Attempt['declineClass'],
): SaleResult {
  const { order, result } = transaction;
  const { unanswered } = kinds.of(order.payment).statuses;
  if (result.status === unanswered) return { kind: 'pending', transaction };
  switch (result.status) {
    case Status.authorized:
    case Status.captured:
      return { kind: 'approved', transaction };
    case Status.denied:
      return { kind: 'denied', transaction, declineClass };
    case Status.started:
      return { kind: 'buyer_awaited', transaction };
    case Status.pending:
      return { kind: 'pending', transaction };
    case Status.failed:
    case Status.expired:
      return { kind: 'failed', transaction };
    case Status.intention:
      return order.intention && !isAwaited(result)
        ? { kind: 'retry', transaction, declineClass }
        : { kind: 'buyer_awaited', transaction };
    case Status.canceling:
    case Status.canceled:
    case Status.intentionCanceled:
      return { kind: 'canceled', transaction };
  }
}
