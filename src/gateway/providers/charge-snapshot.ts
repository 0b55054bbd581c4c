import type { MinorUnits } from './capabilities.ts';
import type { ChargeSnapshot, HostAnswer, NextAction } from './outcome.ts';
import type { ChargePayment } from './received-payment.ts';

/** A charge that its buyer pays by himself, as a bank shows it. */
export interface StandingCharge {
  /** Whether it can still be paid: nobody at the bank looks at the time. */
  readonly standing: 'awaited' | 'paid' | 'removed';
  /** What its buyer has to do, until when: while it is awaited, and where the bank tells it. */
  readonly awaited: { readonly nextAction: NextAction; readonly expiresAt: number } | undefined;
  readonly amount: MinorUnits;
  /** Oldest first. */
  readonly payments: readonly ChargePayment[];
  readonly answer: HostAnswer;
}

const STATES = { awaited: 'buyer_awaited', paid: 'approved', removed: 'canceled' } as const;

/** The same as the contract tells it: what was taken and refunded is of the payment that settles the charge. */
export function chargeSnapshot({
  standing,
  awaited,
  amount,
  payments,
  answer,
}: StandingCharge): ChargeSnapshot {
  const settling = payments.find(({ settles }) => settles);
  const taken = settling?.amount ?? 0;
  const ours = settling?.returns.filter(({ nature }) => nature === 'original') ?? [];
  const done = ours.filter(({ state }) => state === 'done');
  return {
    state: STATES[standing],
    ...(standing === 'awaited' && awaited ? { awaited } : {}),
    amount,
    authorizedAmount: taken,
    capturedAmount: taken,
    refundedAmount: done.reduce((sum, one) => sum + one.amount, 0),
    refunds: ours.map(({ id, amount, state }) => ({ refundId: id, amount, state })),
    payments,
    answer,
  };
}
