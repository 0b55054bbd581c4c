import type { Refusal } from '../../../platform/refusal.ts';
import type { MinorUnits, SlipCharges } from '../../providers/index.ts';
import { refuseSlip } from './refusals.ts';

/** Hundredths of a percent. */
const WHOLE = 10_000;
const MONTHLY_INTEREST = 100;
const FINE = 200;
const DAYS_OF_MONTH = 30;

/** What the law lets a shop ask of a consumer who pays late (Código de Defesa do Consumidor, art. 52). Throws Refusal 400. */
export function checkLegalLimits(amount: MinorUnits, terms: LateTerms): void {
  const refusal = limitOfLaw(amount, terms);
  if (refusal) throw refusal;
}

type LateTerms = Pick<SlipCharges, 'interest' | 'fine'>;

/** Why the law lets nobody ask for this. Without an amount, which the buyer chooses, only percents can be told. */
export function limitOfLaw(
  amount: MinorUnits | undefined,
  { interest, fine }: LateTerms,
): Refusal | undefined {
  const daily = Math.ceil(((amount ?? Infinity) * MONTHLY_INTEREST) / (WHOLE * DAYS_OF_MONTH));
  const mostInterest = interest?.type === 'monthlyPercent' ? MONTHLY_INTEREST : daily;
  if (interest && interest.value > mostInterest) {
    return refuseSlip('interest_above_limit', { field: 'payment.bankSlip.interest.value' });
  }
  const once = Math.floor(((amount ?? Infinity) * FINE) / WHOLE);
  if (!fine || fine.value <= (fine.type === 'percent' ? FINE : once)) return undefined;
  return refuseSlip('fine_above_limit', { field: 'payment.bankSlip.fine.value' });
}
