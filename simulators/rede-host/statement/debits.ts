import type { Installment, TakenBack } from './installments.ts';
import type { Planted } from './planted.ts';
import type { Sold } from './sold.ts';
import { ADJUSTMENTS, type Adjustment, disputeReason } from './terms.ts';

/** Money that is taken from later payments. */
export interface Debit {
  readonly debitNumber: string;
  readonly day: string;
  /** Above zero. */
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

/** Of the whole sale, as far as it was not given back. */
function disputeOf(sale: Sold, installments: readonly Installment[]): readonly Debit[] {
  const amount = installments.reduce((sum, { net }) => sum + net, 0);
  if (sale.disputedOn === undefined || amount === 0) return [];
  return [
    {
      debitNumber: numberOf(sale, 90),
      day: sale.disputedOn,
      amount,
      adjustment: 'chargeback',
      sale,
      process: `8${sale.tid.slice(-11)}`,
      disputeReason: disputeReason(sale.brand),
    },
  ];
}

function numberOf({ tid }: Sold, count: number): string {
  return `${tid.slice(5)}${String(count).padStart(2, '0')}`;
}
