import { Status, type Transaction } from './transaction.ts';

/** Sales of one merchant, of one local day and in one status. */
export interface DayKey {
  readonly merchantId: number;
  /** Of the sale's creation, local: `2026-11-21`. */
  readonly day: string;
  readonly status: number;
}

/** Sums of what one or many sales count for, in centavos; differences may be below zero. */
export interface Figures {
  readonly sales: number;
  readonly captured: number;
  readonly capturedSum: number;
  readonly refunded: number;
  readonly refundedSum: number;
}

export type DayFigures = DayKey & Figures;

type Counted = Pick<Transaction, 'merchantId' | 'createdAt' | 'result'>;

/** What a sale counts for. What was let go before the capture was never taken, and is no refund. */
function figuresOf({ result }: Pick<Transaction, 'result'>): Figures {
  const capturedSum = result.capturedAmount ?? 0;
  const refundedSum = capturedSum > 0 ? (result.refundedAmount ?? 0) : 0;
  const isRefund = refundedSum > 0 || result.status === Status.canceling;
  return {
    sales: 1,
    captured: capturedSum > 0 ? 1 : 0,
    capturedSum,
    refunded: isRefund ? 1 : 0,
    refundedSum,
  };
}

/**
 * What a commit changes in the figures of days, each key once and in one order: two commits that change the same rows
 * then never wait for each other in a circle. `before` is undefined for a sale that is new,
 * `after` for one that is removed.
 */
export function changesOfDays(
  sales: readonly { readonly before?: Counted | undefined; readonly after?: Counted | undefined }[],
  dayOf: (epochMs: number) => string,
): readonly DayFigures[] {
  const sums = new Map<string, DayFigures>();
  const add = (sale: Counted, sign: 1 | -1): void => {
    const { merchantId, createdAt, result } = sale;
    const key: DayKey = { merchantId, day: dayOf(createdAt), status: result.status };
    const name = `${merchantId} ${key.day} ${key.status}`;
    sums.set(name, { ...key, ...plus(sums.get(name) ?? NOTHING, figuresOf(sale), sign) });
  };
  for (const { before, after } of sales) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  return [...sums.entries()]
    .filter(([, figures]) => hasChanged(figures))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, figures]) => figures);
}

export const NOTHING: Figures = { sales: 0, captured: 0, capturedSum: 0, refunded: 0, refundedSum: 0 };

export function plus(one: Figures, other: Figures, sign: 1 | -1 = 1): Figures {
  return {
    sales: one.sales + sign * other.sales,
    captured: one.captured + sign * other.captured,
    capturedSum: one.capturedSum + sign * other.capturedSum,
    refunded: one.refunded + sign * other.refunded,
    refundedSum: one.refundedSum + sign * other.refundedSum,
  };
}

function hasChanged(figures: Figures): boolean {
  return (Object.keys(NOTHING) as (keyof Figures)[]).some((name) => figures[name] !== 0);
}
