import type { ChargeStatus } from '../charges/index.ts';
import { SALE_STATUS, type SaleStatus } from './sale.ts';

const { pending, credited, expired, cancelRequested, canceling, canceled, refused } = SALE_STATUS;

/** What becomes of a sale that waits for its payment on the hosted page, by how its charge stands. */
const AWAITING: Readonly<Record<ChargeStatus, SaleStatus | undefined>> = {
  waiting: undefined,
  underWay: undefined,
  paid: credited,
  refused,
  failed: refused,
  exhausted: refused,
  expired,
  canceled,
  givingBack: undefined,
  givenBack: canceled,
};

/** The next status of a sale whose charge stands so; undefined: it stays. A cancel that was never sent is not told here. */
export function statusByCharge(sale: SaleStatus, charge: ChargeStatus): SaleStatus | undefined {
  if (sale === pending) return AWAITING[charge];
  if (charge === 'givenBack' && [credited, cancelRequested, canceling].some((one) => one === sale))
    return canceled;
  if (sale === cancelRequested && charge === 'givingBack') return canceling;
  return sale === canceling && charge === 'paid' ? credited : undefined;
}
