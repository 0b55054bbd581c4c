import type { CardToRoute } from '../../../providers/index.ts';
import { Authenticate, type CardPayment, interestPlan, isCapturedAtOnce } from '../payment.ts';

/** What a payment says of itself, and what only its request, or only what is kept of it, can tell. */
interface RoutedPayment extends Pick<CardToRoute, 'named' | 'key'> {
  readonly payment: Omit<CardPayment, 'card'>;
  readonly amount: number;
  readonly brand: string | undefined;
  readonly bin: string | undefined;
  readonly isStored: boolean;
  /** Whether it brings proof of an authentication that was made elsewhere. */
  readonly hasProof: boolean;
}

/** A payment by card, as rules and accounts look at it. */
export function routedPayment(asked: RoutedPayment): CardToRoute {
  const { named, key, payment, amount, brand, bin, isStored, hasProof } = asked;
  const { type, installments, authenticate } = payment;
  const plan = interestPlan(payment.interestType);
  const isAuthenticated = authenticate !== Authenticate.never;
  return {
    named,
    key,
    facts: {
      kind: type,
      amount,
      brand,
      bin,
      installments,
      plan,
      recurrence: payment.recurrent ? (isStored ? 'following' : 'first') : undefined,
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
      hasProof: isAuthenticated && hasProof,
      keepsCard: payment.saveCard && type === 'credit',
    },
  };
}
