import { type CardToRoute, type RoutingNote, splitKey } from '../../../providers/index.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { Authenticate, type CardPayment, interestPlan, isCapturedAtOnce } from '../payment.ts';

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
  const { type, installments, authenticate, card, recurrent } = payment;
  const plan = interestPlan(payment.interestType);
  const isStored = card?.token !== undefined;
  const isAuthenticated = authenticate !== Authenticate.never;
  // The acquirer's own page needs the buyer's browser: without one it can only have been sold with proof.
  const hadProof = note?.hadProof ?? payment.userAgent === undefined;
  return {
    named,
    key: splitKey(merchantId, { referenceId, transactionId: id }),
    facts: {
      kind: type,
      amount,
      brand: card?.brand?.toUpperCase(),
      bin: card?.mask.slice(0, KEPT_DIGITS),
      installments,
      plan,
      recurrence: recurrent ? (isStored ? 'following' : 'first') : undefined,
      storedCard: isStored,
      threeDs: isAuthenticated,
    },
    needs: {
      type,
      amount,
      installments,
      plan,
      isCapturedAtOnce: isCapturedAtOnce(payment),
      mustAuthenticate: authenticate === Authenticate.always,
      hasProof: isAuthenticated && hadProof,
      keepsCard: payment.saveCard && type === 'credit',
    },
  };
}
