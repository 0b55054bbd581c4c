import type { Proof } from './cards.ts';

/** Whether the sale is authorized (docs/contract/decided.md 3): without proof only if the merchant allows it, never after R. */
export function isAuthorizedAfter(result: Proof, onFailure: 'decline' | 'continue'): boolean {
  if (result === 'Y' || result === 'A') return true;
  return result !== 'R' && onFailure === 'continue';
}

/** Electronic commerce indicators by brand (docs/contract/acquirers.md D.7): Mastercard has its own values. */
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
