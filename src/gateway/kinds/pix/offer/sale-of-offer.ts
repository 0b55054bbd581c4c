import type { Transaction } from '../../../transactions/rules/transaction.ts';
import type { PixSale } from '../prepare.ts';
import { amountByPix, type PixOffer } from './pix-offer.ts';

/** A buyer's wish for a code. */
export interface PixChoice {
  readonly kind: 'pix';
}

/** How long a code can be paid that a buyer asked for: he can have another one afterwards. */
const CODE_LIFE_MS = 60 * 60_000;

/** The intention as a sale by Pix, whose code ends with it at the latest. */
export function pixSaleOfOffer(
  { amount, referenceId, order }: Pick<Transaction, 'amount' | 'referenceId' | 'order'>,
  offer: PixOffer,
  now: number,
): PixSale {
  const { provider: _, providerVersion: __, payment: ___, intention, ...common } = order;
  const ends = [now + CODE_LIFE_MS, intention?.expiresAt, offer.expiresAt].filter((at) => at !== undefined);
  return {
    referenceId,
    amount: amountByPix(intention?.amount ?? amount, offer),
    provider: offer.provider,
    order: {
      ...common,
      customer: intention?.customer ?? order.customer,
      intention: undefined,
      payment: { kind: 'pix', key: offer.key, expiresAt: Math.min(...ends) },
    },
  };
}
