import type { MinorUnits } from '../../capabilities.ts';
import type { ChargeSnapshot, RefundSnapshot } from '../../outcome.ts';
import { isOneDay } from './local-time.ts';
import { type CieloSale, STATUS } from './record.ts';
import { declineOfSale } from './verdict.ts';

/** For so long Cielo may still deny a cancel of a later day that it has accepted. */
const DENIED_WITHIN_MS = 24 * 60 * 60_000;

/** A record that tells enough to be believed. */
export interface ToldSale extends CieloSale {
  readonly paymentId: string;
  readonly status: number;
  readonly amount: MinorUnits;
}

export function isTold(record: CieloSale): record is ToldSale {
  return record.paymentId !== undefined && record.status !== undefined && record.amount !== undefined;
}

/** The sale as the core compares it with its own records. */
export function cieloSnapshot(sale: ToldSale, now: number): ChargeSnapshot | undefined {
  const { status, amount, answer, brand, returnCode } = sale;
  const nothing = { amount, authorizedAmount: 0, capturedAmount: 0, refundedAmount: 0, refunds: [], answer };
  switch (status) {
    case STATUS.notFinished:
      if (!sale.isStopped) return { ...nothing, state: 'pending' };
      return { ...nothing, state: 'declined', decline: declineOfSale(brand, 'BP171', undefined) };
    case STATUS.denied:
    case STATUS.aborted: {
      const decline = declineOfSale(brand, returnCode, answer.merchantAdviceCode);
      return { ...nothing, state: 'declined', decline };
    }
    case STATUS.pending:
      return sale.capturedAmount > 0 ? approved(sale, now) : { ...nothing, state: 'pending' };
    case STATUS.authorized:
    case STATUS.confirmed:
    case STATUS.voided:
    case STATUS.refunded:
      return approved(sale, now);
    default:
      return undefined;
  }
}

function approved(sale: ToldSale, now: number): ChargeSnapshot {
  const { amount, answer, status, disputes } = sale;
  const captured = capturedOf(sale);
  const isCanceled =
    status === STATUS.voided ||
    status === STATUS.refunded ||
    (captured > 0 && status !== STATUS.pending && sale.canceledAmount >= captured);
  const back = isCanceled && captured > 0 ? captured : sale.canceledAmount;
  const refunds = captured > 0 && back > 0 ? [sumOf(sale, back, now)] : [];
  return {
    state: isCanceled ? 'canceled' : 'approved',
    amount,
    authorizedAmount: captured === 0 && isCanceled ? 0 : amount,
    capturedAmount: captured,
    refundedAmount: captured > 0 && status !== STATUS.pending ? back : 0,
    refunds,
    ...(disputes.length > 0 && { disputes }),
    answer,
  };
}

/** Status 2 without an amount: the whole was captured. */
export function capturedOf({ status, capturedAmount, amount }: ToldSale): MinorUnits {
  return status === STATUS.confirmed && capturedAmount === 0 ? amount : capturedAmount;
}

/** What can still be canceled. */
export function amountLeftOf(sale: ToldSale): MinorUnits {
  if (sale.status === STATUS.voided || sale.status === STATUS.refunded) return 0;
  const captured = capturedOf(sale);
  return (captured > 0 ? captured : sale.amount) - sale.canceledAmount;
}

/** Cielo keeps no list of cancels, only their sum. */
function sumOf(sale: ToldSale, sum: MinorUnits, now: number): RefundSnapshot {
  return {
    refundId: cancelIdOf(sum, sum),
    amount: sum,
    state: isCancelFinal(sale, now) ? 'done' : 'pending',
  };
}

/** A cancel of a later day than the capture may be denied until the next day. */
export function isCancelFinal({ status, capturedAt, canceledAt }: ToldSale, now: number): boolean {
  if (status === STATUS.pending) return false;
  if (capturedAt === undefined || canceledAt === undefined) return true;
  return isOneDay(capturedAt, canceledAt) || now - canceledAt >= DENIED_WITHIN_MS;
}

/** Our name of a cancel: the sum after it, and its own amount where it was not the first. */
export function cancelIdOf(sumAfter: MinorUnits, amount: MinorUnits): string {
  return sumAfter === amount ? `void-${sumAfter}` : `void-${sumAfter}-${amount}`;
}

const REFUND_ID = /^void-(\d{1,15})(?:-(\d{1,15}))?$/;

export function readCancelId(id: string): { sumAfter: MinorUnits; amount: MinorUnits } | undefined {
  const [, sum, own] = REFUND_ID.exec(id) ?? [];
  return sum === undefined ? undefined : { sumAfter: Number(sum), amount: Number(own ?? sum) };
}
