import type { ChargeStatus } from '../../charges/index.ts';
import { SALE_STATUS, type SaleStatus } from '../record/sale.ts';

const { pending, credited, expired, cancelRequested, canceling, canceled, refused } = SALE_STATUS;

/** The next status of a sale that waits for payment on the hosted page, by the status of its charge. */
const AWAITING: Readonly<Record<ChargeStatus, SaleStatus | undefined>> = {
  waiting: undefined,
  underWay: undefined,
  paid: credited,
  refused,
  failed: refused,
  exhausted: refused,
  expired,
  canceled,
  refunding: undefined,
  refunded: canceled,
};

/**
 * The next status of a sale by the status of its charge; undefined: it stays. A cancel that was never sent is not
 * detected here.
 */
export function statusByCharge(sale: SaleStatus, charge: ChargeStatus): SaleStatus | undefined {
  if (sale === pending) return AWAITING[charge];
  if (charge === 'refunded' && [credited, cancelRequested, canceling].some((one) => one === sale))
    return canceled;
  if (sale === cancelRequested && charge === 'refunding') return canceling;
  return sale === canceling && charge === 'paid' ? credited : undefined;
}
