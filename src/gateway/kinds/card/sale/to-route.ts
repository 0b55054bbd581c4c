import { type CardToRoute, splitKey } from '../../../providers/index.ts';
import type { Card, CardSale } from './card-sale.ts';
import { routedPayment } from './routed-payment.ts';

const LONGEST_PREFIX = 8;

/** A sale as rules and accounts look at it. Its card is not stored. */
export function cardToRoute(
  { referenceId, amount, provider, offeredWith, order: { payment }, proof }: CardSale,
  card: Card,
  { merchantId, transactionId }: { readonly merchantId: number; readonly transactionId: string },
): CardToRoute {
  const routed = routedPayment({
    named: provider,
    key: splitKey(merchantId, { referenceId, transactionId }),
    payment,
    amount,
    brand: card.brand,
    bin: 'number' in card ? card.number.reveal().slice(0, LONGEST_PREFIX) : undefined,
    isStored: false,
    hasProof: proof !== undefined,
  });
  return { ...routed, offeredWith };
}
