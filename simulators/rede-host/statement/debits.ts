import type { Installment, TakenBack } from './installments.ts';
import type { Planted } from './planted.ts';
import type { Sold } from './sold.ts';
import { ADJUSTMENTS, type Adjustment, disputeReason } from './terms.ts';

/** Money that is taken from later payments. */
export interface Debit {
  readonly debitNumber: string;
  readonly day: string;
  /** Below zero: what is given back of one. */
  readonly amount: number;
  readonly adjustment: Adjustment;
  readonly sale: Sold | undefined;
  /** Of a dispute. */
  readonly process: string | undefined;
  readonly disputeReason: string | undefined;
}

interface SaleInParts {
  readonly sale: Sold;
  readonly installments: readonly Installment[];
  readonly takenBack: readonly TakenBack[];
}

/** Oldest first: refunds of what was paid already, disputes, and what a tester planted. */
export function debitsOf(
  sales: readonly SaleInParts[],
  { planted, pv, today }: { readonly planted: Planted; readonly pv: string; readonly today: string },
): readonly Debit[] {
  const ofSales = sales.flatMap(({ sale, installments, takenBack }) => [
    ...takenBack.map(({ day, net }, index) => ({
      debitNumber: numberOf(sale, index + 1),
      day,
      amount: net,
      adjustment: 'refund' as const,
      sale,
      process: undefined,
      disputeReason: undefined,
    })),
    ...disputeOf(sale, installments),
  ]);
  const others = planted.debits
    .filter((one) => one.pv === pv)
    .map(({ day, amount, adjustment }, index) => ({
      debitNumber: `9${day.replaceAll('-', '')}${String(ADJUSTMENTS[adjustment].code).padStart(4, '0')}${index}`,
      day,
      amount,
      adjustment,
      sale: undefined,
      process: undefined,
      disputeReason: undefined,
    }));
  return [...ofSales, ...others]
    .filter(({ day }) => day <= today)
    .toSorted(
      (one, other) => one.day.localeCompare(other.day) || one.debitNumber.localeCompare(other.debitNumber),
    );
}

/** The net of what is disputed, as far as it was not given back, on the day of the notice; won, it comes back. */
function disputeOf(sale: Sold, installments: readonly Installment[]): readonly Debit[] {
  const { dispute } = sale;
  const net = installments.reduce((sum, one) => sum + one.net, 0);
  if (dispute === undefined || net === 0) return [];
  const amount = Math.round((net * dispute.amount) / sale.amount);
  const debit: Debit = {
    debitNumber: numberOf(sale, 90),
    day: dispute.openedOn,
    amount,
    adjustment: 'chargeback',
    sale,
    process: `8${sale.tid.slice(-11)}`,
    disputeReason: disputeReason(sale.brand),
  };
  const { outcome, endedOn } = dispute;
  if (outcome === undefined || outcome === 'lost' || endedOn === undefined) return [debit];
  const back: Debit = {
    ...debit,
    debitNumber: numberOf(sale, 91),
    day: endedOn,
    amount: -amount,
    adjustment: 'reversal',
  };
  return [debit, back];
}

function numberOf({ tid }: Sold, count: number): string {
  return `${tid.slice(5)}${String(count).padStart(2, '0')}`;
}
