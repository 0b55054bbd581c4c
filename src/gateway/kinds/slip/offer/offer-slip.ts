import type { Refusal } from '../../../../platform/refusal.ts';
import type { MinorUnits, SlipBanks } from '../../../providers/index.ts';
import type { Offered } from '../../../transactions/rules/order.ts';
import { limitRefusal } from '../limits.ts';
import { refuseSlip } from '../refusals.ts';
import { limitOfLaw } from '../terms.ts';
import { orderOfSlipOffer, type SlipOffer, slipOffer } from './slip-offer.ts';

/**
 * Finds the bank of what is offered. Undefined where the merchant has none, or the bank makes no slip of such an amount, and may be
 * paid by something else. Throws Refusal where a slip is all that is offered. `amount`: undefined where the buyer chooses it.
 */
export async function offerSlip(
  { slipBanks }: { readonly slipBanks: Pick<SlipBanks, 'route'> },
  merchantId: number,
  sent: SlipOffer,
  { isAlone, amount }: { readonly isAlone: boolean; readonly amount: MinorUnits | undefined },
): Promise<Offered | undefined> {
  const nothing = (refusal: Refusal): undefined => {
    if (isAlone) throw refusal;
  };
  const above = limitOfLaw(amount, sent);
  if (above) {
    if (isAlone) throw above;
    // As terms that cannot be read: as good as none.
    return offerSlip({ slipBanks }, merchantId, slipOffer({}), { isAlone, amount });
  }
  const named = await slipBanks.route(merchantId, sent.provider);
  // Beside another kind, a bank that is not the merchant's is as good as none named.
  const route = named ?? (isAlone ? undefined : await slipBanks.route(merchantId, undefined));
  if (!route) return nothing(refuseSlip('slip_unavailable', { field: 'payment.bankSlip' }));
  const wrong = amount === undefined ? undefined : limitRefusal(route, amount, sent.payableDaysAfterDue);
  if (wrong) return nothing(wrong);
  const { provider, version: providerVersion } = route.connector;
  const offer: SlipOffer = { ...sent, provider, providerVersion };
  return { offer, ...orderOfSlipOffer(offer) };
}
