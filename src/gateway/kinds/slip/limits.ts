import type { Refusal } from '../../../platform/refusal.ts';
import type { MinorUnits, SlipRoute } from '../../providers/index.ts';
import { refuseSlip } from './refusals.ts';

/** What fits into the ten digits of a barcode. */
const MOST = 9_999_999_999;

/** Why the bank would make no slip of this. */
export function limitRefusal(
  { connector }: SlipRoute,
  amount: MinorUnits,
  daysAfterDue: number,
): Refusal | undefined {
  const { leastAmount, mostDaysAfterDue } = connector.capabilities().slip;
  if (amount < leastAmount || amount > MOST) return refuseSlip('slip_amount_invalid', { field: 'amount' });
  if (daysAfterDue <= mostDaysAfterDue) return undefined;
  return refuseSlip('slip_field_invalid', {
    field: 'payment.bankSlip.payableDaysAfterDue',
    message: `O banco aceita o pagamento até ${mostDaysAfterDue} dias depois do vencimento (payment.bankSlip.payableDaysAfterDue).`,
  });
}
