import { type Attempt, Status, type Transaction } from '../record/index.ts';

/** How a sale stands, for whoever has to tell its buyer. */
export type SaleResult =
  /** Authorized or captured. */
  | { readonly kind: 'approved'; readonly transaction: Transaction }
  /** `declineClass` says what can be done about it; undefined when nobody said. */
  | {
      readonly kind: 'denied';
      readonly transaction: Transaction;
      readonly declineClass: Attempt['declineClass'];
    }
  /** The buyer has to go to `redirectUrl` first (3-D Secure). */
  | {
      readonly kind: 'authentication_required';
      readonly transaction: Transaction;
      readonly redirectUrl: string | undefined;
    }
  /** Nobody knows yet, and recovery finds out. It must not be paid again. */
  | { readonly kind: 'pending'; readonly transaction: Transaction }
  /** It failed or expired: proven that nothing was charged. */
  | { readonly kind: 'failed'; readonly transaction: Transaction }
  /** It was taken back. */
  | { readonly kind: 'canceled'; readonly transaction: Transaction };

export function saleResult(transaction: Transaction, declineClass?: Attempt['declineClass']): SaleResult {
  const { status, redirectUrl } = transaction.result;
  switch (status) {
    case Status.authorized:
    case Status.captured:
      return { kind: 'approved', transaction };
    case Status.denied:
      return { kind: 'denied', transaction, declineClass };
    case Status.started:
      return { kind: 'authentication_required', transaction, redirectUrl };
    case Status.pending:
      return { kind: 'pending', transaction };
    case Status.failed:
    case Status.expired:
      return { kind: 'failed', transaction };
    case Status.canceling:
    case Status.canceled:
      return { kind: 'canceled', transaction };
  }
}
