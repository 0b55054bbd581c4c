import type { MinorUnits, SlipCharges } from '../../providers/index.ts';
import { refuseSlip } from './refusals.ts';

/** Hundredths of a percent. */
const WHOLE = 10_000;
const MONTHLY_INTEREST = 100;
const FINE = 200;
const DAYS_OF_MONTH = 30;

/** What the law lets a shop ask of a consumer who pays late (Código de Defesa do Consumidor, art. 52). Throws Refusal 400. */
export function checkLegalLimits(amount: MinorUnits, { interest, fine }: SlipCharges): void {
  if (interest) {
    const most =
      interest.type === 'monthlyPercent'
        ? MONTHLY_INTEREST
        : Math.ceil((amount * MONTHLY_INTEREST) / (WHOLE * DAYS_OF_MONTH));
    if (interest.value > most)
      throw refuseSlip('interest_above_limit', { field: 'payment.bankSlip.interest.value' });
  }
  if (!fine) return;
  const most = fine.type === 'percent' ? FINE : Math.floor((amount * FINE) / WHOLE);
  if (fine.value > most) throw refuseSlip('fine_above_limit', { field: 'payment.bankSlip.fine.value' });
}
