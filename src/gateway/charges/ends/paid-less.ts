import type { ChargePayment } from '../../providers/index.ts';
import type { ChargeDependencies, OpenCharge } from '../open-charge.ts';
import { PAID_LESS, toldToPerson } from './told-to-person.ts';

/** Less came than pays the charge on that day. */
export function isLess(
  { chargedKind }: Pick<ChargeDependencies, 'chargedKind'>,
  { charge, transaction: { order, amount } }: Pick<OpenCharge, 'charge' | 'transaction'>,
  payment: ChargePayment,
): boolean {
  return payment.amount < (chargedKind(charge.kind).leastOf?.(order, amount, payment) ?? amount);
}

/** What tells a person of it. */
export function toldOfLess(
  { charge, found }: Pick<OpenCharge, 'charge' | 'found'>,
  { endToEndId }: ChargePayment,
  at: number,
): ReturnType<typeof toldToPerson> {
  return toldToPerson({ transactionId: found.id, accountId: charge.accountId, endToEndId }, PAID_LESS, at);
}
