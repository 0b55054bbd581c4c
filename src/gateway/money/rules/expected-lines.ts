import { addBankingDays, bankingDayFrom } from '../../../platform/time/banking-days.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import type { MinorUnits } from '../../providers/index.ts';
import { type FeeRate, type FeeTable, feeOf, type PaidBy, rateOf } from './fees.ts';

/** Money that went back to the buyer, or was taken for one. Local days `yyyy-MM-dd`. */
export interface Reduction {
  readonly kind: 'refund' | 'dispute';
  readonly amount: MinorUnits;
  readonly day: string;
}

/** What is expected of a sale depends on this alone. */
export interface MoneyOfSale {
  readonly paidBy: PaidBy;
  readonly brand: string | undefined;
  readonly installments: number;
  readonly captured: MinorUnits;
  readonly captureDay: string;
  readonly reductions: readonly Reduction[];
}

/** Money that an acquirer or bank is expected to pay, or, below zero, to keep from another payment. */
export interface ExpectedLine {
  /** Of its sale: the installment, and hundreds for what is kept later. */
  readonly line: number;
  readonly kind: 'installment' | Reduction['kind'];
  readonly installment: number;
  readonly dueDay: string;
  readonly gross: MinorUnits;
  readonly fee: MinorUnits;
  readonly net: MinorUnits;
}

const DAYS_OF_INSTALLMENT = 30;
const LINES_OF_REDUCTION = 100;

/**
 * One line for each installment, and one below zero for each that was paid already when money went back. Whatever comes
 * first, the same facts give the same lines.
 */
export function expectedLines(sale: MoneyOfSale, fees: FeeTable | undefined): readonly ExpectedLine[] {
  const rate = rateOf(fees, sale);
  const days = dueDays(sale, fees);
  const parts = splitEvenly(sale.captured, days.length);
  const installments = days.map((dueDay, index) => ({
    dueDay,
    /** What is still to come of it, or has come and was not taken back. */
    left: parts[index] ?? 0,
    /** As it will be paid, or was. */
    gross: parts[index] ?? 0,
  }));
  const taken: ExpectedLine[] = [];
  for (const [order, reduction] of inOrder(sale.reductions).entries()) {
    const shares = sharesOf(installments, reduction);
    for (const [index, installment] of installments.entries()) {
      const share = shares[index] ?? 0;
      if (share === 0) continue;
      const before = feeOf(rate, installment.left, index === 0);
      installment.left -= share;
      if (isOpen(installment, reduction)) {
        installment.gross = installment.left;
        continue;
      }
      const fee = before - feeOf(rate, installment.left, index === 0);
      taken.push({
        line: (order + 1) * LINES_OF_REDUCTION + index + 1,
        kind: reduction.kind,
        installment: index + 1,
        dueDay: sale.paidBy === 'pix' ? reduction.day : addBankingDays(reduction.day, 1),
        gross: -share,
        fee: -fee,
        net: fee - share,
      });
    }
  }
  return [...installments.map((one, index) => lineOf(one, index, rate)), ...taken];
}

function lineOf(
  { dueDay, gross }: { readonly dueDay: string; readonly gross: MinorUnits },
  index: number,
  rate: FeeRate | undefined,
): ExpectedLine {
  const fee = feeOf(rate, gross, index === 0);
  return {
    line: index + 1,
    kind: 'installment',
    installment: index + 1,
    dueDay,
    gross,
    fee,
    net: gross - fee,
  };
}

/** Of each installment. Credit comes thirty days after each other, each moved to a banking day by itself. */
function dueDays(
  { paidBy, captureDay, installments }: Pick<MoneyOfSale, 'paidBy' | 'captureDay' | 'installments'>,
  fees: FeeTable | undefined,
): readonly string[] {
  if (paidBy === 'pix') return [captureDay];
  if (paidBy !== 'credit') return [addBankingDays(captureDay, 1)];
  const prepaid = fees?.prepayment && addBankingDays(captureDay, fees.prepayment);
  return Array.from(
    { length: installments },
    (_, index) => prepaid ?? bankingDayFrom(daysAfter(captureDay, DAYS_OF_INSTALLMENT * (index + 1))),
  );
}

/** The remainder goes to the first. */
function splitEvenly(amount: MinorUnits, parts: number): readonly MinorUnits[] {
  const part = Math.floor(amount / parts);
  return Array.from({ length: parts }, (_, index) => (index === 0 ? amount - part * (parts - 1) : part));
}

interface Installment {
  readonly dueDay: string;
  readonly left: MinorUnits;
}

/** Whether it was not paid yet when the money went back. */
function isOpen({ dueDay }: Installment, { day }: Reduction): boolean {
  return dueDay > day;
}

/** In proportion to what is left of each; the remainder from the first open one, as far as it goes. */
function sharesOf(installments: readonly Installment[], reduction: Reduction): readonly MinorUnits[] {
  const total = installments.reduce((sum, { left }) => sum + left, 0);
  // More than there is cannot go back: what was captured is all that was ever paid.
  const amount = Math.min(reduction.amount, total);
  const shares = installments.map(({ left }) => (total === 0 ? 0 : floorOfShare(amount, left, total)));
  let rest = amount - shares.reduce((sum, share) => sum + share, 0);
  const open = installments.flatMap((one, index) => (isOpen(one, reduction) ? [index] : []));
  for (const index of [...open, ...installments.keys()]) {
    const room = (installments[index]?.left ?? 0) - (shares[index] ?? 0);
    const more = Math.min(rest, room);
    shares[index] = (shares[index] ?? 0) + more;
    rest -= more;
  }
  return shares;
}

/** Two amounts of sales multiplied may be more than a number holds. */
function floorOfShare(amount: MinorUnits, left: MinorUnits, total: MinorUnits): MinorUnits {
  return Number((BigInt(amount) * BigInt(left)) / BigInt(total));
}

/** By day, then by what they are: not by when we heard of them. */
function inOrder(reductions: readonly Reduction[]): readonly Reduction[] {
  return reductions
    .filter(({ amount }) => amount > 0)
    .toSorted(
      (one, other) =>
        one.day.localeCompare(other.day) || one.kind.localeCompare(other.kind) || one.amount - other.amount,
    );
}
