import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { payableOffers } from '../../kinds/pix/index.ts';
import { canBeMade, isSlipOffer } from '../../kinds/slip/index.ts';
import type { Offer } from '../../transactions/index.ts';

/** Without a Pix for which no time is left, and a slip whose day is over. */
export function openOffers(
  offers: readonly Offer[],
  { clock, time }: { readonly clock: Clock; readonly time: Pick<LocalTime, 'day'> },
): readonly Offer[] {
  const now = clock.now();
  return payableOffers(offers, now).filter((offer) => !isSlipOffer(offer) || canBeMade(offer, time.day(now)));
}
