import { Refusal } from '../../platform/refusal.ts';
import { type CardOffer, isCardOffer, type MerchantDefaults, offerCard } from '../kinds/card/index.ts';
import { isPixOffer, type Pix } from '../kinds/pix/index.ts';
import { isSlipOffer, type Slips } from '../kinds/slip/index.ts';
import type { Acquirers, MinorUnits } from '../providers/index.ts';
import type { Offer, Offered } from '../transactions/index.ts';

export interface OfferDependencies {
  readonly acquirers: Pick<Acquirers, 'route'>;
  readonly pix: Pick<Pix, 'offer'>;
  readonly slips: Pick<Slips, 'offer'>;
}

/** What of the offers the merchant can be paid by, in their order. Throws Refusal when it is nothing. */
export async function offeredOf(
  dependencies: OfferDependencies,
  merchantId: number,
  { offers, amount }: { readonly offers: readonly Offer[]; readonly amount: MinorUnits },
  defaults: MerchantDefaults,
): Promise<readonly [Offered, ...Offered[]]> {
  const offering = { amount, defaults, isAlone: offers.length === 1 };
  const offered = await Promise.all(
    offers.map((offer) => offeredBy(dependencies, merchantId, offer, offering)),
  );
  const [first, ...others] = offered.filter((one) => one !== undefined && !(one instanceof Refusal));
  if (first) return [first as Offered, ...(others as Offered[])];
  const refused = offered.find((one) => one instanceof Refusal);
  if (refused) throw refused;
  // Each was left out for the others' sake: the first one says why it is not possible.
  const [wanted] = offers;
  const alone = wanted && (await offeredBy(dependencies, merchantId, wanted, { ...offering, isAlone: true }));
  if (alone && !(alone instanceof Refusal)) return [alone];
  throw alone ?? new Error('an intention offers a kind of payment at least');
}

interface Offering {
  readonly amount: MinorUnits;
  readonly defaults: MerchantDefaults;
  /** Then what is not possible is refused, and else left out. */
  readonly isAlone: boolean;
}

async function offeredBy(
  dependencies: OfferDependencies,
  merchantId: number,
  offer: Offer,
  { amount, defaults, isAlone }: Offering,
): Promise<Offered | Refusal | undefined> {
  if (isPixOffer(offer))
    return dependencies.pix.offer(merchantId, offer, { isAlone, discount: defaults.pixDiscount });
  if (isSlipOffer(offer)) return dependencies.slips.offer(merchantId, offer, { isAlone, amount });
  if (isCardOffer(offer)) return offeredCard(dependencies, merchantId, offer, defaults);
  throw new Error(`nothing is offered by ${offer.kind}`);
}

/** A merchant without any acquirer may be paid by something else; one that names a wrong one is told so. */
async function offeredCard(
  dependencies: OfferDependencies,
  merchantId: number,
  offer: CardOffer,
  defaults: MerchantDefaults,
): Promise<Offered | Refusal> {
  try {
    return await offerCard(dependencies, merchantId, offer, defaults);
  } catch (error) {
    if (error instanceof Refusal && offer.provider === undefined) return error;
    throw error;
  }
}
