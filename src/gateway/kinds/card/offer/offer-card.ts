import type { Acquirers } from '../../../providers/index.ts';
import type { Offered } from '../../../transactions/rules/order.ts';
import type { MerchantDefaults } from '../sale/with-defaults.ts';
import { type CardOffer, paymentOfOffer } from './card-offer.ts';

/** Finds the acquirer of what is offered. Throws Refusal when the merchant has none. */
export async function offerCard(
  { acquirers }: { readonly acquirers: Pick<Acquirers, 'route'> },
  merchantId: number,
  sent: CardOffer,
  { statementName }: Pick<MerchantDefaults, 'statementName'>,
): Promise<Offered> {
  const { connector } = await acquirers.route(merchantId, sent.provider);
  const provider = connector.provider;
  const providerVersion = sent.providerVersion ?? connector.version;
  const offer: CardOffer = {
    ...sent,
    provider,
    providerVersion,
    isRouted: sent.provider === undefined,
    softDescriptor: sent.softDescriptor ?? statementName,
  };
  return { offer, provider, providerVersion, payment: paymentOfOffer(offer) };
}
