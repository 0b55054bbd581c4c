import type { FeeRate, FeeTable } from '../../gateway/money/index.ts';
import type { FeeBandLine } from './schema.ts';

const THOUSANDTHS = 1_000;
const MAX_INSTALLMENTS = 99;

/** A fee table as lines of a form, credit first. */
export function linesOfFees({ credit, debit, pix, bankSlip }: FeeTable): readonly FeeBandLine[] {
  const ofBrands = (kind: 'credit' | 'debit', brands: FeeTable['credit']): readonly FeeBandLine[] =>
    Object.entries(brands).flatMap(([brand, bands]) =>
      bands.map(({ from, to, rate }) => ({ kind, brand, from, to, ...written(rate) })),
    );
  const alone = (kind: 'pix' | 'bankSlip', rate: FeeRate | undefined): readonly FeeBandLine[] =>
    rate ? [{ kind, brand: '*', from: 1, to: MAX_INSTALLMENTS, ...written(rate) }] : [];
  return [
    ...ofBrands('credit', credit),
    ...ofBrands('debit', debit),
    ...alone('pix', pix),
    ...alone('bankSlip', bankSlip),
  ];
}

/** The JSON that is stored, as the command `fees set` takes it. */
export function contentOfLines(lines: readonly FeeBandLine[], prepayment: number | undefined): string {
  const brandsOf = (kind: FeeBandLine['kind']) => {
    const byBrand = Map.groupBy(
      lines.filter((line) => line.kind === kind),
      ({ brand }) => brand,
    );
    return Object.fromEntries(
      [...byBrand].map(([brand, bands]) => [
        brand,
        Object.fromEntries(bands.map((band) => [`${band.from}-${band.to}`, rateOf(band)])),
      ]),
    );
  };
  const alone = (kind: 'pix' | 'bankSlip') => {
    const line = lines.find((one) => one.kind === kind);
    return line && rateOf(line);
  };
  return JSON.stringify({
    credit: brandsOf('credit'),
    debit: brandsOf('debit'),
    pix: alone('pix'),
    bankSlip: alone('bankSlip'),
    prepayment,
  });
}

function written({ percent, fixed }: FeeRate): Pick<FeeBandLine, 'percent' | 'fixed'> {
  return { percent: String(percent / THOUSANDTHS), fixed };
}

function rateOf({ percent, fixed }: FeeBandLine): { readonly percent: string; readonly fixed: string } {
  return { percent, fixed: String(fixed) };
}
