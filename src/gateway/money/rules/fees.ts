import type { MinorUnits } from '../../providers/index.ts';

/** How a sale was paid, as fee tables tell it apart. */
export type PaidBy = 'credit' | 'debit' | 'pix' | 'bankSlip';

/** What an acquirer keeps. */
export interface FeeRate {
  /** In thousandths of a percent: 2,5 % is 2500. */
  readonly percent: number;
  /** Once for each sale, in centavos. */
  readonly fixed: MinorUnits;
}

/** Of these numbers of installments. */
interface FeeBand {
  readonly from: number;
  readonly to: number;
  readonly rate: FeeRate;
}

/** What a seller agreed with one acquirer, from a day on. */
export interface FeeTable {
  /** Brands in capitals; `*`: all others. */
  readonly credit: Readonly<Record<string, readonly FeeBand[]>>;
  readonly debit: Readonly<Record<string, readonly FeeBand[]>>;
  readonly pix: FeeRate | undefined;
  readonly bankSlip: FeeRate | undefined;
  /** Everything is paid after so many banking days. */
  readonly prepayment: 1 | 2 | undefined;
}

export const ANY_BRAND = '*';

/** Undefined: the table says nothing of such a sale. */
export function rateOf(
  table: FeeTable | undefined,
  sale: { readonly paidBy: PaidBy; readonly brand: string | undefined; readonly installments: number },
): FeeRate | undefined {
  if (table === undefined) return undefined;
  if (sale.paidBy === 'pix' || sale.paidBy === 'bankSlip') return table[sale.paidBy];
  const byBrand = table[sale.paidBy];
  const brand = (sale.brand ?? '').toUpperCase();
  const rateIn = (bands: readonly FeeBand[] = []) =>
    bands.find(({ from, to }) => sale.installments >= from && sale.installments <= to)?.rate;
  return rateIn(Object.hasOwn(byBrand, brand) ? byBrand[brand] : undefined) ?? rateIn(byBrand[ANY_BRAND]);
}

const THOUSANDTHS_OF_PERCENT = 100_000;

/** Of one installment, half up; the fixed part is taken with the first. Nothing of what is given back as a whole. */
export function feeOf(rate: FeeRate | undefined, gross: MinorUnits, isFirst: boolean): MinorUnits {
  if (rate === undefined || gross <= 0) return 0;
  const part = Math.floor((gross * rate.percent + THOUSANDTHS_OF_PERCENT / 2) / THOUSANDTHS_OF_PERCENT);
  return part + (isFirst ? rate.fixed : 0);
}
