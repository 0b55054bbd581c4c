import { type CardToRoute, splitKey } from '../../../providers/index.ts';
import { Authenticate, interestPlan, isCapturedAtOnce } from '../payment.ts';
import type { Card, CardSale } from './card-sale.ts';

const LONGEST_PREFIX = 8;

/** A sale as rules and accounts look at it. Its card is not stored. */
export function cardToRoute(
  { referenceId, amount, provider, order: { payment }, proof }: CardSale,
  card: Card,
  { merchantId, transactionId }: { readonly merchantId: number; readonly transactionId: string },
): CardToRoute {
  const { type, installments, authenticate } = payment;
  const plan = interestPlan(payment.interestType);
  const isAuthenticated = authenticate !== Authenticate.never;
  return {
    named: provider,
    key: splitKey(merchantId, { referenceId, transactionId }),
    facts: {
      kind: type,
      amount,
      brand: card.brand,
      bin: 'number' in card ? card.number.reveal().slice(0, LONGEST_PREFIX) : undefined,
      installments,
      plan,
      recurrence: payment.recurrent ? 'first' : undefined,
      storedCard: false,
      threeDs: isAuthenticated,
    },
    needs: {
      type,
      amount,
      installments,
      plan,
      isCapturedAtOnce: isCapturedAtOnce(payment),
      mustAuthenticate: authenticate === Authenticate.always,
      hasProof: isAuthenticated && proof !== undefined,
      keepsCard: payment.saveCard && type === 'credit',
    },
  };
}
