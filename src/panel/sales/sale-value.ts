import { Status } from '../../gateway/transactions/index.ts';
import type { SaleRow } from './schema.ts';

/** What a transaction is worth to its shop. What a shop lets go before the capture is not authorized any more. */
export function saleValueOf(
  amount: number,
  result: {
    readonly status: Status;
    readonly capturedAmount?: number | undefined;
    readonly refundedAmount?: number | undefined;
  },
): number {
  if (result.capturedAmount) return result.capturedAmount;
  return result.status === Status.authorized ? amount - (result.refundedAmount ?? 0) : amount;
}

/** The value of each installment, as a card's invoice tells it. */
export function installmentAmountOf({
  value,
  installments,
}: Pick<SaleRow, 'value' | 'installments'>): number {
  return Math.floor(value / Math.max(1, installments));
}
