/** What every shop agreed with the simulated Rede: percent of each installment, by number of installments. */
const CREDIT = [
  { upTo: 1, percent: 2.5 },
  { upTo: 6, percent: 3.2 },
  { upTo: 99, percent: 3.9 },
] as const;
const DEBIT_PERCENT = 1.5;
/** What an anticipation costs, of the net. */
const ANTICIPATION_PERCENT = 2;

export interface Terms {
  readonly kind: 'credit' | 'debit';
  readonly installments: number;
}

export function percentOf({ kind, installments }: Terms): number {
  if (kind === 'debit') return DEBIT_PERCENT;
  return CREDIT.find(({ upTo }) => installments <= upTo)?.percent ?? 0;
}

/** Half up, in centavos. */
export function feeOf(amount: number, percent: number): number {
  return Math.floor((amount * Math.round(percent * 1_000) + 50_000) / 100_000);
}

export function costOfAnticipation(net: number): number {
  return feeOf(net, ANTICIPATION_PERCENT);
}

/** Rede's numbers of brands in this interface; its files have others. */
const BRAND_CODES: Readonly<Record<string, number>> = {
  MASTERCARD: 1,
  VISA: 2,
  DINERS: 3,
  CABAL: 4,
  HIPERCARD: 7,
  AMEX: 13,
  ELO: 14,
  HIPER: 15,
  BANESCARD: 74,
  JCB: 76,
};
const OTHER_BRAND = 999;

export function brandCode(brand: string): number {
  return BRAND_CODES[brand.toUpperCase()] ?? OTHER_BRAND;
}

export const ADJUSTMENTS = {
  chargeback: { code: 1, description: 'CHARGEBACK' },
  refund: { code: 2, description: 'CANCELAMENTO DE VENDA' },
  rent: { code: 18, description: 'ALUGUEL DE EQUIPAMENTO' },
  reversal: { code: 52, description: 'REVERSAO DE DEBITO DE CHARGEBACK' },
  /** That no reader knows. */
  unknown: { code: 9_876, description: 'AJUSTE DE CONVENIO' },
} as const;
export type Adjustment = keyof typeof ADJUSTMENTS;

/** Reasons of a dispute by brand: fraud with a card that is not present. */
const DISPUTE_REASONS: Readonly<Record<string, string>> = { VISA: '10.4', MASTERCARD: '4837', ELO: '83' };

export function disputeReason(brand: string): string {
  return DISPUTE_REASONS[brand.toUpperCase()] ?? '4837';
}
