import {
  type BookCharge,
  isFinal,
  refundsOf,
  stateOf,
  undone,
} from '../../../src/gateway/providers/issuer/index.ts';
import type { Host } from '../host.ts';
import { CHANGE } from '../notices/notices.ts';
import { isSameDay } from './local-time.ts';
import type { SaleDetails } from './sale-details.ts';

/** How a sale stands, as Cielo's `Payment.Status` says it. */
export const STATUS = {
  notFinished: 0,
  authorized: 1,
  confirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
} as const;

export function detailsOf({ details }: Pick<Host, 'details'>, { id }: BookCharge): SaleDetails {
  const found = details.of(id);
  if (found === undefined) throw new Error(`sale ${id} has no details`);
  return found;
}

export function statusOf(host: Host, charge: BookCharge): number {
  const details = detailsOf(host, charge);
  if (isUnfinished(host, details)) return STATUS.notFinished;
  switch (stateOf(charge, host.clock.elapsed)) {
    case 'pending':
      return STATUS.notFinished;
    case 'declined':
      return STATUS.denied;
    case 'canceled':
      return canceledStatus(host, charge, details);
    default:
      if (refundsOf(charge).some((one) => !isFinal(charge, one, host.clock.elapsed))) return STATUS.pending;
      return charge.captured > 0 ? STATUS.confirmed : STATUS.authorized;
  }
}

function canceledStatus(
  { told }: Pick<Host, 'told'>,
  charge: BookCharge,
  { capturedAt, canceledAt }: SaleDetails,
): number {
  if (charge.captured === 0 || capturedAt === undefined || canceledAt === undefined) return STATUS.voided;
  return isSameDay(told(capturedAt), told(canceledAt)) ? STATUS.voided : STATUS.refunded;
}

/** Whether the authorizer still owes Cielo the outcome. */
export function isUnfinished({ clock }: Pick<Host, 'clock'>, { unfinishedUntil }: SaleDetails): boolean {
  return unfinishedUntil !== undefined && clock.now() < unfinishedUntil;
}

/** What was cancelled of a sale so far: the sum, as Cielo tells it. */
export function canceledSum(charge: BookCharge): number {
  if (charge.captured === 0) return charge.voided;
  return refundsOf(charge).reduce((sum, { amount }) => sum + amount, 0);
}

/** Takes a sale back that the authorizer left open, for shops that have contracted it. */
export async function probe(host: Host, charge: BookCharge): Promise<BookCharge> {
  const { merchantId, unfinishedUntil } = detailsOf(host, charge);
  const takesBack = host.merchants.find((one) => one.merchantId === merchantId)?.cancelsUnfinished;
  if (unfinishedUntil === undefined || host.clock.now() < unfinishedUntil || !takesBack) return charge;
  const now = host.clock.now();
  const key = { acquirerReference: undefined, theirId: charge.id };
  const moved = await host.book.move(key, (current) =>
    current.state === 'undone' ? { charge: current, moved: 0 } : { charge: undone(current, now), moved: 0 },
  );
  host.details.change(charge.id, { canceledAt: now });
  host.notices.add(charge.id, CHANGE.status);
  return moved && 'charge' in moved ? moved.charge : charge;
}
