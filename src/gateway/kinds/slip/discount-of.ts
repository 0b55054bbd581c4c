import { bankingDayFrom } from '../../../platform/time/banking-days.ts';
import type { ChargePayment, MinorUnits } from '../../providers/index.ts';
import type { SlipPayment } from './payment.ts';

/** Hundredths of a percent. */
const WHOLE = 10_000;
/** Brasília, in whose days banks count. */
const BEHIND_MS = 3 * 3_600_000;

/** What may be taken off a slip that was paid then: what its bank says, or what it was registered with. */
export function discountOf(
  { discounts }: Pick<SlipPayment, 'discounts'>,
  amount: MinorUnits,
  { at, details }: Pick<ChargePayment, 'at' | 'details'>,
): MinorUnits {
  if (details !== undefined) return details.discount;
  const day = new Date(at - BEHIND_MS).toISOString().slice(0, 10);
  // What ends on a day without banks still holds on the next one.
  const open = discounts.find(({ until }) => day <= bankingDayFrom(until));
  if (!open) return 0;
  return open.type === 'amount' ? open.value : Math.round((amount * open.value) / WHOLE);
}
