import type { FeeBandLine, FeesBody } from '../../../../../src/panel/acquirers/schema.ts';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';

const MOST_INSTALLMENTS = 99;
const ANY_BRAND = '*';

/** `Crédito Visa, 2 a 6 vezes` */
export function feeLabel({ kind, brand, from, to }: FeeBandLine): string {
  const name = brand === ANY_BRAND ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} ${brand}`;
  if (kind !== 'credit' || (from === 1 && to === MOST_INSTALLMENTS)) return name;
  if (to === 1) return `${name} à vista`;
  if (to === MOST_INSTALLMENTS) return `${name}, ${from} vezes ou mais`;
  return from === to ? `${name}, ${from} vezes` : `${name}, ${from} a ${to} vezes`;
}

/** `2,5 %` */
export function percentText(percent: string): string {
  return `${percent.replace('.', ',')} %`;
}

type Band = Pick<FeeBandLine, 'kind' | 'from' | 'to'>;

/** The lines that a new table asks for. */
export const CARD_BANDS: readonly Band[] = [
  { kind: 'credit', from: 1, to: 1 },
  { kind: 'credit', from: 2, to: 6 },
  { kind: 'credit', from: 7, to: 12 },
  { kind: 'debit', from: 1, to: MOST_INSTALLMENTS },
];
export const BANK_BANDS: readonly Band[] = [
  { kind: 'pix', from: 1, to: MOST_INSTALLMENTS },
  { kind: 'bankSlip', from: 1, to: MOST_INSTALLMENTS },
];

export interface TypedFee {
  readonly percent: string | number;
  readonly fixed: number | null;
}

/** One of nothing is a fee too: what is left empty is not asked. */
export function feesBody(values: {
  readonly from: string;
  readonly prepayment: string;
  readonly bands: readonly Band[];
  readonly fees: readonly TypedFee[];
}): FeesBody {
  const lines = values.bands.flatMap((band, index): readonly FeeBandLine[] => {
    const { percent = '', fixed = null } = values.fees[index] ?? {};
    if (percent === '' && fixed === null) return [];
    return [{ ...band, brand: ANY_BRAND, percent: String(Number(percent)), fixed: fixed ?? 0 }];
  });
  const days = values.prepayment === '1' ? 1 : values.prepayment === '2' ? 2 : undefined;
  return { from: values.from, lines, ...(days === undefined ? {} : { prepayment: days }) };
}
