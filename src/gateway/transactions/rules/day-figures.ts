import { FIGURE_NAMES, type Figures, NO_FIGURES, plus } from '../../../platform/figures.ts';
import { isDeniedTry } from './intention.ts';
import type { PaymentKinds } from './kind.ts';
import { type Result, Status, type Transaction } from './transaction.ts';

/** Sales of one merchant, of one local day, paid and counted alike. */
export interface DayKey {
  readonly merchantId: number;
  /** Of the sale's creation, local: `2026-11-21`. */
  readonly day: string;
  /** As `countedStatus` says. */
  readonly status: number;
  /** `credit`, `debit`, `pix`: what the column `kind` of a transaction holds. */
  readonly kind: string;
}

/** Of the sales that were stored before there was a column for the kind. */
export const OLDEST_KIND = 'credit';

/** What figures are kept by. */
export interface DayRules {
  readonly kinds: PaymentKinds;
  /** The local day of a moment. */
  dayOf(epochMs: number): string;
}

/** Links whose last try was denied are counted apart from the others of their status: under a number of their own. */
export const OF_DENIED_TRIES = 700;

/** Under which number a sale is counted. Each sale is counted once. */
function countedStatus(result: Pick<Result, 'status' | 'lastTry'>): number {
  return isDeniedTry(result) ? OF_DENIED_TRIES + result.status : result.status;
}

/** What is counted under a number. */
export function readCountedStatus(counted: number): { readonly status: number; readonly deniedTry: boolean } {
  const deniedTry = counted >= OF_DENIED_TRIES;
  return { status: deniedTry ? counted - OF_DENIED_TRIES : counted, deniedTry };
}

export type DayFigures = DayKey & Figures;

type Counted = Pick<Transaction, 'merchantId' | 'createdAt' | 'result' | 'order'>;

/** The figures of one sale. An amount released before the capture was never taken and is no refund; what a bank took back is gone as one. */
function figuresOf({ result }: Pick<Transaction, 'result'>): Figures {
  const capturedSum = result.capturedAmount ?? 0;
  const { refundedAmount = 0, disputedAmount = 0 } = result;
  const refundedSum = capturedSum > 0 ? refundedAmount + disputedAmount : 0;
  // What is unpaid is canceled at its bank: nothing goes back.
  const isRefund = refundedSum > 0 || (capturedSum > 0 && result.status === Status.canceling);
  return {
    sales: 1,
    captured: capturedSum > 0 ? 1 : 0,
    capturedSum,
    refunded: isRefund ? 1 : 0,
    refundedSum,
  };
}

/**
 * Changes of a commit to the figures of days, each key once and in one order, so that two commits that change the same
 * rows never deadlock. `before` is undefined for a new sale, `after` for a removed one.
 */
export function changesOfDays(
  sales: readonly { readonly before?: Counted | undefined; readonly after?: Counted | undefined }[],
  { kinds, dayOf }: DayRules,
): readonly DayFigures[] {
  const sums = new Map<string, DayKey & { figures: Figures }>();
  const add = (sale: Counted, sign: 1 | -1): void => {
    const { merchantId, createdAt, result, order } = sale;
    const status = countedStatus(result);
    const day = dayOf(createdAt);
    const kind = kinds.of(order.payment).searched(order.payment).kind ?? OLDEST_KIND;
    const name = `${merchantId} ${day} ${status} ${kind}`;
    const sum = sums.get(name) ?? { merchantId, day, status, kind, figures: NO_FIGURES };
    sums.set(name, sum);
    sum.figures = plus(sum.figures, figuresOf(sale), sign);
  };
  for (const { before, after } of sales) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  return [...sums.entries()]
    .filter(([, { figures }]) => hasChanged(figures))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { figures, ...key }]) => ({ ...key, ...figures }));
}

function hasChanged(figures: Figures): boolean {
  return FIGURE_NAMES.some((name) => figures[name] !== 0);
}
