import type { Charge, Refund } from './charge.ts';
import { refundsOf } from './charge-rules.ts';

/** The acquirer's id of a refund: the charge's id and two digits that count. */
export function refundIdOf(charge: Charge, refund: Refund): string {
  const index = refundsOf(charge).findIndex(({ reference }) => reference === refund.reference);
  return `${charge.id}${String(index + 1).padStart(2, '0')}`;
}

/** A refund by its id, or by our reference where its answer was lost. */
export function findRefund(charge: Charge, idOrReference: string): Refund | undefined {
  return refundsOf(charge).find(
    (refund) => refund.reference === idOrReference || refundIdOf(charge, refund) === idOrReference,
  );
}
