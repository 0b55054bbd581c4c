import { brandOfKept } from '../../../card-data/index.ts';
import { type CardToRoute, type RoutingNote, splitKey } from '../../../providers/index.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import type { CardPayment } from '../payment.ts';
import { routedPayment } from './routed-payment.ts';

const KEPT_DIGITS = 6;

/**
 * A sale that was made, as rules and accounts look at it: `cardToRoute` of what is kept of it. `named`: the provider that its
 * request named.
 */
export function storedToRoute(
  { id, merchantId, referenceId, amount }: Pick<Transaction, 'id' | 'merchantId' | 'referenceId' | 'amount'>,
  payment: CardPayment,
  { named, note }: { readonly named: string | undefined; readonly note: RoutingNote | undefined },
): CardToRoute {
  const { card } = payment;
  return routedPayment({
    named,
    key: splitKey(merchantId, { referenceId, transactionId: id }),
    payment,
    amount,
    brand: card && brandOfKept(card),
    bin: card?.mask.slice(0, KEPT_DIGITS),
    isStored: card?.token !== undefined,
    // The acquirer's own page needs the buyer's browser: without one it can only have been sold with proof.
    hasProof: note?.hadProof ?? payment.userAgent === undefined,
  });
}
