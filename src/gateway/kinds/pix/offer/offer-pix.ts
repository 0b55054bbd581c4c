import type { Banks } from '../../../providers/index.ts';
import type { Offered } from '../../../transactions/rules/order.ts';
import { refusePix } from '../refusals.ts';
import { orderOfPixOffer, type PixOffer } from './pix-offer.ts';

/**
 * Finds the bank of what is offered. Undefined where the merchant has none, and may be paid by something else. Throws
 * Refusal where a Pix is all that is offered.
 */
export async function offerPix(
  { banks }: { readonly banks: Pick<Banks, 'route'> },
  merchantId: number,
  sent: PixOffer,
  { isAlone, discount }: { readonly isAlone: boolean; readonly discount: number | undefined },
): Promise<Offered | undefined> {
  const named = await banks.route(merchantId, sent.provider);
  // Beside a card, a bank that is not the merchant's is as good as none named.
  const route = named ?? (isAlone ? undefined : await banks.route(merchantId, undefined));
  if (!route) {
    if (isAlone) throw refusePix('pix_unavailable', { field: 'payment.pix' });
    return undefined;
  }
  const { provider, version: providerVersion } = route.connector;
  const offer: PixOffer = { ...sent, discount: sent.discount ?? discount, provider, providerVersion };
  return { offer, ...orderOfPixOffer(offer) };
}
