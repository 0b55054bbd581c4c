import type { PixAtAddress } from '../../kinds/pix/index.ts';
import { Status } from '../../transactions/index.ts';

/** How a Pix stands for its buyer: also the word that the page asks for. */
export type PixStand =
  /** The bank makes the code. */
  | 'preparing'
  | 'waiting'
  /** Its time is over, or the shop canceled it, and the bank has not confirmed yet that nobody paid. */
  | 'ending'
  | 'paid'
  | 'refunding'
  | 'refunded'
  | 'expired'
  | 'canceled'
  | 'failed';

/** Stands that pass by themselves: the page looks again. */
export const PASSING: ReadonlySet<PixStand> = new Set(['preparing', 'waiting', 'ending', 'refunding']);

export function standOf({ transaction, charge }: PixAtAddress, now: number): PixStand {
  switch (transaction.result.status) {
    case Status.started:
    case Status.intention:
    case Status.pending:
    case Status.authorized:
      if (charge.ending !== undefined || now >= charge.expiresAt) return 'ending';
      return charge.code !== undefined && transaction.result.status === Status.intention
        ? 'waiting'
        : 'preparing';
    case Status.captured:
      return 'paid';
    case Status.canceling:
      // Unpaid, and its bank is too busy to take it back.
      return transaction.result.capturedAmount === undefined ? 'ending' : 'refunding';
    case Status.canceled:
      return (transaction.result.refundedAmount ?? 0) > 0 ? 'refunded' : 'canceled';
    case Status.intentionCanceled:
      return 'canceled';
    case Status.expired:
      return 'expired';
    case Status.denied:
    case Status.failed:
      return 'failed';
  }
}
