import type { Capabilities, CardType, InterestPlan, MinorUnits } from '../capabilities.ts';

/** Why an account does not take a payment. */
export const STRIKES = [
  'no_account',
  'kind',
  'installments',
  'amount_each',
  'plan',
  'three_ds',
  'keeps_no_card',
  'capture',
  'open',
  'paused',
] as const;
export type Strike = (typeof STRIKES)[number];

/** What a payment by card asks of the account that it goes to. */
export interface CardNeeds {
  readonly type: CardType;
  readonly amount: MinorUnits;
  readonly installments: number;
  readonly plan: InterestPlan;
  readonly isCapturedAtOnce: boolean;
  /** It cannot be sold without 3-D Secure. */
  readonly mustAuthenticate: boolean;
  /** It comes with proof of an authentication that was made elsewhere. */
  readonly hasProof: boolean;
  /** Its card is to be stored. */
  readonly keepsCard: boolean;
}

/** Undefined: the account can do it. `sellsIssuerAsStore`: it sells the issuer's installments as the shop's own. */
export function strikeOf(
  needs: CardNeeds,
  able: Capabilities,
  sellsIssuerAsStore: boolean,
): Strike | undefined {
  const { type, amount, installments, plan } = needs;
  if (!able.kinds.includes(type)) return 'kind';
  if (installments > 1) {
    if (type !== 'credit' || installments > able.installments.max) return 'installments';
    if (amount / installments < able.installments.minAmountEach) return 'amount_each';
    if (!able.installments.plans.includes(plan) && !(plan === 'issuer' && sellsIssuerAsStore)) return 'plan';
  }
  const takesProof = needs.hasProof && able.externalProof === true;
  if (needs.mustAuthenticate && !takesProof && able.threeDSecure === 'none') return 'three_ds';
  if (needs.keepsCard && able.storedCards === 'none') return 'keeps_no_card';
  if (!needs.isCapturedAtOnce && !able.capture.later) return 'capture';
  return undefined;
}
