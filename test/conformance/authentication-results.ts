import type { Proof } from './cards.ts';

/** What becomes of the sale (docs/contract/decided.md 3): without proof only where the merchant said so, rejected nowhere. */
export function goesOn(result: Proof, onFailure: 'decline' | 'continue'): boolean {
  if (result === 'Y' || result === 'A') return true;
  return result !== 'R' && onFailure === 'continue';
}

/** Electronic commerce indicators by brand (docs/contract/acquirers.md D.7): Mastercard counts in its own way. */
const INDICATORS = {
  MASTERCARD: { Y: 2, A: 1, data_only: 4, otherwise: 0 },
  others: { Y: 5, A: 6, data_only: 7, otherwise: 7 },
} as const;

export function eciOf(brand: string, result: Proof): number {
  const indicators = brand === 'MASTERCARD' ? INDICATORS.MASTERCARD : INDICATORS.others;
  return result === 'Y' || result === 'A' || result === 'data_only'
    ? indicators[result]
    : indicators.otherwise;
}
