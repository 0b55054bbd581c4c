import { bankingDayFrom } from '../../../../../platform/time/banking-days.ts';
import type { PaidDetails } from '../../../received-payment.ts';
import type { BankSlip } from './bank-slip.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS_OF_MONTH = 30;
/** Percents are hundredths of a percent. */
const WHOLE = 10_000;

/** What a slip costs on a day. One that is due on a day without banks is in time on the next banking day, and late from then on. */
export function dueAmount(
  amount: number,
  { dueOn, interest, fine, discounts }: Pick<BankSlip, 'dueOn' | 'interest' | 'fine' | 'discounts'>,
  day: string,
): { readonly amount: number; readonly details: PaidDetails } {
  const last = bankingDayFrom(dueOn);
  if (day <= last) {
    const taken = discounts.find(({ until }) => day <= until);
    const off = taken ? partOf(amount, taken.type === 'percent', taken.value) : 0;
    const discount = Math.min(off, amount - 1);
    return { amount: amount - discount, details: { interest: 0, fine: 0, discount } };
  }
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${last}T00:00:00Z`)) / DAY_MS);
  const late = {
    interest: interest ? interestOf(amount, interest, days) : 0,
    fine: fine ? partOf(amount, fine.type === 'percent', fine.value) : 0,
    discount: 0,
  };
  return { amount: amount + late.interest + late.fine, details: late };
}

function interestOf(
  amount: number,
  { type, value }: NonNullable<BankSlip['interest']>,
  days: number,
): number {
  if (type === 'dailyAmount') return value * days;
  return Math.floor((amount * value * days) / (WHOLE * DAYS_OF_MONTH) + 1 / 2);
}

/** Half up. */
function partOf(amount: number, isPercent: boolean, value: number): number {
  return isPercent ? Math.floor((amount * value) / WHOLE + 1 / 2) : value;
}
