import {
  type ChargeSnapshot,
  type ChargeTerms,
  type MinorUnits,
  type QueryOutcome,
  type RefundSnapshot,
  unbelievableForMs,
  weighNotFound,
} from '../../providers/index.ts';
import { matchesSale } from '../acquirer-call.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { Movement, MovementState } from '../rules/movement.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { Unproven } from './judge-attempt.ts';

const HAS_MOVED: ReadonlySet<MovementState> = new Set(['done', 'pending']);

/** What a query says about a capture, void or refund with a lost answer. */
export type MovementVerdict =
  | { readonly kind: 'done'; readonly amount: MinorUnits; readonly refundId: string | undefined }
  /** The host has the refund and has not decided. */
  | { readonly kind: 'accepted'; readonly refundId: string }
  | { readonly kind: 'denied'; readonly refundId: string }
  /** The whole charge was reversed at the acquirer: nothing is left to capture. */
  | { readonly kind: 'canceled' }
  /** Proven: it did not happen. */
  | { readonly kind: 'not_done' }
  | Unproven;

export interface MovementFacts {
  readonly kinds: PaymentKinds;
  readonly transaction: Transaction;
  readonly movement: Pick<Movement, 'id' | 'kind' | 'amount' | 'state'>;
  /** The transaction's other movements, whose refunds are not this one's. */
  readonly others: readonly Pick<Movement, 'kind' | 'amount' | 'state' | 'refundId'>[];
  /** For how long it is known to have been sent, at the least. */
  readonly ageMs: number;
  /** Counted "nothing moved" answers before, in a row. */
  readonly notFound: number;
  readonly maxProcessingMs: number;
  /** How the provider tells refunds: by default each of them. */
  readonly toldAs: ChargeTerms['refund']['toldAs'];
  /** How long a refund may be under way without being shown. */
  readonly shownWithinMs: number | undefined;
}

export function judgeMovement(query: QueryOutcome, facts: MovementFacts): MovementVerdict {
  if (query.outcome === 'not_sent' || query.outcome === 'unknown') {
    return { kind: 'ask_again', reason: query.reason };
  }
  if (query.outcome === 'not_found') {
    return { kind: 'ask_again', reason: 'the acquirer does not know the charge' };
  }
  const { charge } = query;
  if (!matchesSale(facts.kinds, facts.transaction, charge.answer)) {
    return { kind: 'ask_again', reason: 'the acquirer speaks of another charge' };
  }
  if (charge.state === 'pending' || charge.state === 'buyer_awaited') {
    return { kind: 'ask_again', reason: 'the acquirer has not decided yet' };
  }
  const movement = moved(charge, facts);
  if (movement) return movement;
  // Accepted by the acquirer without an id: not showing it proves nothing.
  if (facts.movement.state === 'pending') {
    return { kind: 'ask_again', reason: 'the acquirer accepted the refund and does not show it' };
  }
  if (facts.movement.kind !== 'capture' && facts.ageMs < (facts.shownWithinMs ?? 0)) {
    return { kind: 'ask_again', reason: 'the acquirer may be making the refund, and shows it later' };
  }
  return notMoved(facts);
}

function moved(charge: ChargeSnapshot, facts: MovementFacts): MovementVerdict | undefined {
  const { result } = facts.transaction;
  const { kind, amount } = facts.movement;
  switch (kind) {
    case 'capture': {
      if (charge.state === 'canceled') return { kind: 'canceled' };
      const captured = charge.capturedAmount - (result.capturedAmount ?? 0);
      return captured > 0 ? { kind: 'done', amount: captured, refundId: undefined } : undefined;
    }
    case 'void': {
      const left = facts.transaction.amount - (result.refundedAmount ?? 0) - amount;
      const isGone = charge.state === 'canceled' || charge.authorizedAmount <= left;
      return isGone ? { kind: 'done', amount, refundId: undefined } : refundOf(charge, facts);
    }
    case 'refund':
      return refunded(charge, facts);
  }
}

function refunded(charge: ChargeSnapshot, facts: MovementFacts): MovementVerdict | undefined {
  const ours = refundOf(charge, facts);
  if (ours) return ours;
  const { movement, transaction } = facts;
  if (isKnownByOurId(facts) || facts.toldAs === 'sum') return undefined;
  const before = transaction.result.refundedAmount ?? 0;
  const isMore = charge.refundedAmount >= before + movement.amount;
  return isMore ? { kind: 'done', amount: movement.amount, refundId: undefined } : undefined;
}

function refundOf(charge: ChargeSnapshot, facts: MovementFacts): MovementVerdict | undefined {
  return facts.toldAs === 'sum' ? refundBySum(charge, facts) : ownRefund(charge, facts);
}

/** The one entry is the sum of all refunds, of which only the growth can be this movement's. */
function refundBySum(
  { refunds, refundedAmount }: ChargeSnapshot,
  { movement: { amount }, transaction }: MovementFacts,
): MovementVerdict | undefined {
  const [sum] = refunds;
  const before = transaction.result.refundedAmount ?? 0;
  if ((sum?.amount ?? refundedAmount) < before + amount) return undefined;
  return sum ? verdictOf({ ...sum, amount }) : { kind: 'done', amount, refundId: undefined };
}

/** Where several refunds may be under way at once, the host knows each by our id. */
function isKnownByOurId({ transaction }: MovementFacts): boolean {
  return transaction.result.refundingAmount !== undefined;
}

/**
 * The refund on the host's book that can only be this movement's: of its amount, and of no other movement,
 * including those without a known id. A denied one may be an earlier attempt, so it counts only once no other
 * can follow.
 */
function ownRefund({ refunds }: ChargeSnapshot, facts: MovementFacts): MovementVerdict | undefined {
  const { movement, others } = facts;
  if (isKnownByOurId(facts)) {
    const ours = refunds.find(({ refundId }) => refundId === movement.id);
    return ours && verdictOf(ours);
  }
  const sameAmount = others.filter(({ kind, amount }) => kind !== 'capture' && amount === movement.amount);
  const known = new Set(others.map(({ refundId }) => refundId));
  const unnamed = sameAmount.filter(({ refundId, state }) => refundId === undefined && HAS_MOVED.has(state));
  const free = refunds.filter(({ refundId, amount }) => amount === movement.amount && !known.has(refundId));
  const standing = free.filter(({ state }) => state !== 'denied').slice(unnamed.length);
  const ours = standing.find(({ state }) => state === 'done') ?? standing[0];
  if (ours) return verdictOf(ours);
  const denied = free.find(({ state }) => state === 'denied');
  return denied && isBelievable(facts) ? verdictOf(denied) : undefined;
}

function verdictOf({ refundId, amount, state }: RefundSnapshot): MovementVerdict {
  if (state === 'done') return { kind: 'done', amount, refundId };
  return { kind: state === 'pending' ? 'accepted' : 'denied', refundId };
}

function notMoved(facts: MovementFacts): MovementVerdict {
  const weight = weighNotFound(facts.notFound, facts);
  return weight === 'proven' ? { kind: 'not_done' } : { kind: 'not_found', counts: weight === 'counts' };
}

/** The call can no longer take effect: what the host does not show did not happen. */
function isBelievable({ ageMs, maxProcessingMs }: MovementFacts): boolean {
  return unbelievableForMs(ageMs, maxProcessingMs) === 0;
}
