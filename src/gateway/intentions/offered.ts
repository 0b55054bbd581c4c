import { isCardOffer, type MerchantDefaults, offerCard } from '../kinds/card/index.ts';
import type { Acquirers } from '../providers/index.ts';
import type { Offer, Offered } from '../transactions/index.ts';

export interface OfferDependencies {
  readonly acquirers: Pick<Acquirers, 'route'>;
}

/** What of the offers the merchant can be paid by, in their order. Throws Refusal when it is nothing. */
export async function offeredOf(
  dependencies: OfferDependencies,
  merchantId: number,
  offers: readonly Offer[],
  defaults: MerchantDefaults,
): Promise<readonly [Offered, ...Offered[]]> {
  const [first, ...others] = await Promise.all(
    offers.map((offer) => {
      if (isCardOffer(offer)) return offerCard(dependencies, merchantId, offer, defaults);
      throw new Error(`nothing is offered by ${offer.kind}`);
    }),
  );
  if (!first) throw new Error('an intention offers at least one kind of payment');
  return [first, ...others];
}
