import type { Figures } from '../../../platform/figures.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';

/** Figures of the sales of one status. */
export interface StatusFigures extends Figures {
  readonly status: SaleStatus;
}

const { cancelRequested, canceling, canceled } = SALE_STATUS;

/** The figures of one sale. */
export function saleFiguresOf({
  status,
  creditedAt,
  finalValue,
}: Pick<Sale, 'status' | 'creditedAt' | 'finalValue'>): Figures {
  const isCaptured = creditedAt !== undefined;
  const isGivenBack = isCaptured && status === canceled;
  const isRefund = isGivenBack || status === cancelRequested || status === canceling;
  return {
    sales: 1,
    captured: isCaptured ? 1 : 0,
    capturedSum: isCaptured ? finalValue : 0,
    refunded: isRefund ? 1 : 0,
    refundedSum: isGivenBack ? finalValue : 0,
  };
}
