import { addBankingDays, bankingDayFrom } from '../../../src/platform/time/banking-days.ts';
import { daysAfter } from '../../../src/platform/time/local-days.ts';
import type { Sold } from './sold.ts';
import { brandCode, feeOf } from './terms.ts';

const DAYS_BETWEEN = 30;

/** What of a sale is paid on one day. Amounts in centavos. */
export interface Installment {
  readonly sale: Sold;
  readonly number: number;
  /** As agreed. */
  readonly dueDay: string;
  /** Of the payment with which it was agreed to come. */
  readonly paymentId: string;
  readonly originalGross: number;
  readonly originalFee: number;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

/** What a refund takes back of installments that were paid already. */
export interface TakenBack {
  readonly day: string;
  readonly net: number;
}

/** A refund takes in proportion from what is left of every installment; the remainder from the first that is still open. */
export function installmentsOf(sale: Sold): {
  readonly installments: readonly Installment[];
  readonly takenBack: readonly TakenBack[];
} {
  const days = dueDays(sale);
  const part = Math.floor(sale.amount / days.length);
  const rows = days.map((dueDay, index) => {
    const gross = index === 0 ? sale.amount - part * (days.length - 1) : part;
    return { dueDay, originalGross: gross, gross, left: gross };
  });
  const takenBack: TakenBack[] = [];
  const refunds = sale.refunds.toSorted(
    (one, other) => one.day.localeCompare(other.day) || one.amount - other.amount,
  );
  for (const refund of refunds) {
    const shares = sharesOf(rows, refund);
    let net = 0;
    for (const [index, row] of rows.entries()) {
      const share = shares[index] ?? 0;
      const feeBefore = feeOf(row.left, sale.percent);
      row.left -= share;
      if (row.dueDay > refund.day) row.gross = row.left;
      else net += share - (feeBefore - feeOf(row.left, sale.percent));
    }
    if (net > 0) takenBack.push({ day: refund.day, net });
  }
  const installments = rows.map(({ dueDay, originalGross, gross }, index) => {
    const fee = feeOf(gross, sale.percent);
    return {
      sale,
      number: index + 1,
      dueDay,
      paymentId: paymentIdOf(dueDay, sale),
      originalGross,
      originalFee: feeOf(originalGross, sale.percent),
      gross,
      fee,
      net: gross - fee,
    };
  });
  return { installments, takenBack };
}

/** Payments are made by day, type and brand. */
function paymentIdOf(day: string, { kind, brand }: Pick<Sold, 'kind' | 'brand'>): string {
  const type = kind === 'credit' ? '1' : '2';
  return `${day.replaceAll('-', '')}${type}${String(brandCode(brand)).padStart(3, '0')}`;
}

function dueDays({ kind, day, installments }: Sold): readonly string[] {
  if (kind === 'debit') return [addBankingDays(day, 1)];
  return Array.from({ length: installments }, (_, index) =>
    bankingDayFrom(daysAfter(day, DAYS_BETWEEN * (index + 1))),
  );
}

function sharesOf(
  rows: readonly { readonly left: number; readonly dueDay: string }[],
  refund: { readonly day: string; readonly amount: number },
): readonly number[] {
  const total = rows.reduce((sum, { left }) => sum + left, 0);
  const amount = Math.min(refund.amount, total);
  const shares = rows.map(({ left }) =>
    total === 0 ? 0 : Number((BigInt(amount) * BigInt(left)) / BigInt(total)),
  );
  let rest = amount - shares.reduce((sum, share) => sum + share, 0);
  const openFirst = [...rows.keys()].toSorted(
    (one, other) => Number(isPaid(rows[one], refund)) - Number(isPaid(rows[other], refund)) || one - other,
  );
  for (const index of openFirst) {
    const more = Math.min(rest, (rows[index]?.left ?? 0) - (shares[index] ?? 0));
    shares[index] = (shares[index] ?? 0) + more;
    rest -= more;
  }
  return shares;
}

function isPaid(row: { readonly dueDay: string } | undefined, { day }: { readonly day: string }): boolean {
  return row !== undefined && row.dueDay <= day;
}
