import { SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';

/** What sales count for, in centavos; a difference may be below zero. */
export interface SaleFigures {
  readonly sales: number;
  /** Sales that were credited, and their value, whatever was given back later. */
  readonly captured: number;
  readonly capturedSum: number;
  /** Sales whose money went back or is on its way. */
  readonly refunded: number;
  readonly refundedSum: number;
}

/** Figures of the sales of one status. */
export interface StatusFigures extends SaleFigures {
  readonly status: SaleStatus;
}

const { cancelRequested, canceling, canceled } = SALE_STATUS;

/** What one sale counts for. */
export function saleFiguresOf({
  status,
  creditedAt,
  finalValue,
}: Pick<Sale, 'status' | 'creditedAt' | 'finalValue'>): SaleFigures {
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
