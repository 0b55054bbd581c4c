import type { ChargePicture, MinorUnits, QueryOutcome, RefundPicture } from '../../acquirers/index.ts';
import { isAbout } from '../acquirer-call.ts';
import type { MovementRow, MovementState, Transaction } from '../record/index.ts';

/** That nothing moved proves something only when it was seen so often in a row. */
const NOT_MOVED_NEEDED = 2;
const HAS_MOVED: ReadonlySet<MovementState> = new Set(['done', 'pending']);

/** What a query says about a capture, void or refund whose answer was lost. */
export type MovementVerdict =
  | { readonly verdict: 'done'; readonly amount: MinorUnits; readonly refundId?: string }
  /** The host has the refund and has not decided. */
  | { readonly verdict: 'accepted'; readonly refundId: string }
  | { readonly verdict: 'denied'; readonly refundId: string }
  /** Somebody took the whole charge back at the acquirer: there is nothing left to capture. */
  | { readonly verdict: 'canceled' }
  /** Proven that it did not happen. */
  | { readonly verdict: 'not_done' }
  /** Nothing moved; too early, or for the first time, to believe it. */
  | { readonly verdict: 'not_moved'; readonly counts: boolean }
  | { readonly verdict: 'ask_again'; readonly reason: string };

export interface MovementFacts {
  readonly transaction: Transaction;
  readonly movement: Pick<MovementRow, 'kind' | 'amount' | 'state' | 'created_at'>;
  /** The other movements of this transaction, whose refunds are not this one's. */
  readonly others: readonly Pick<MovementRow, 'kind' | 'amount' | 'state' | 'refund_id'>[];
  readonly now: number;
  /** How often in a row nothing had moved before. */
  readonly notMoved: number;
  readonly maxProcessingMs: number;
}

export function judgeMovement(query: QueryOutcome, facts: MovementFacts): MovementVerdict {
  if (query.outcome === 'not_sent' || query.outcome === 'unknown') {
    return { verdict: 'ask_again', reason: query.reason };
  }
  if (query.outcome === 'not_found') {
    return { verdict: 'ask_again', reason: 'the acquirer does not know the charge' };
  }
  const { charge } = query;
  if (!isAbout(facts.transaction, charge.answer)) {
    return { verdict: 'ask_again', reason: 'the acquirer speaks of another charge' };
  }
  if (charge.state === 'pending' || charge.state === 'authentication_pending') {
    return { verdict: 'ask_again', reason: 'the acquirer has not decided yet' };
  }
  const verdict = moved(charge, facts);
  if (verdict) return verdict;
  // The acquirer accepted it, without an id: that it does not show proves nothing.
  if (facts.movement.state === 'pending') {
    return { verdict: 'ask_again', reason: 'the acquirer accepted the refund and does not show it' };
  }
  return notMoved(facts);
}

function moved(charge: ChargePicture, facts: MovementFacts): MovementVerdict | undefined {
  const { result } = facts.transaction;
  const { kind, amount } = facts.movement;
  switch (kind) {
    case 'capture': {
      if (charge.state === 'canceled') return { verdict: 'canceled' };
      const captured = charge.capturedAmount - (result.capturedAmount ?? 0);
      return captured > 0 ? { verdict: 'done', amount: captured } : undefined;
    }
    case 'void': {
      const left = facts.transaction.amount - (result.refundedAmount ?? 0) - amount;
      const isGone = charge.state === 'canceled' || charge.authorizedAmount <= left;
      return isGone ? { verdict: 'done', amount } : ownRefund(charge, facts);
    }
    case 'refund':
      return refunded(charge, facts);
  }
}

function refunded(charge: ChargePicture, facts: MovementFacts): MovementVerdict | undefined {
  const ours = ownRefund(charge, facts);
  if (ours) return ours;
  const { movement, transaction } = facts;
  const before = transaction.result.refundedAmount ?? 0;
  const isMore = charge.refundedAmount >= before + movement.amount;
  return isMore ? { verdict: 'done', amount: movement.amount } : undefined;
}

/**
 * The refund on the host's book that can only be this movement: of its amount, and of no other movement, also of those
 * whose id was never told. One that was denied may be an older try, so it is believed only once nothing can follow.
 */
function ownRefund({ refunds }: ChargePicture, facts: MovementFacts): MovementVerdict | undefined {
  const { movement, others } = facts;
  const sameAmount = others.filter(({ kind, amount }) => kind !== 'capture' && amount === movement.amount);
  const known = new Set(others.map(({ refund_id }) => refund_id));
  const unnamed = sameAmount.filter(({ refund_id, state }) => refund_id === null && HAS_MOVED.has(state));
  const free = refunds.filter(({ refundId, amount }) => amount === movement.amount && !known.has(refundId));
  const standing = free.filter(({ state }) => state !== 'denied').slice(unnamed.length);
  const ours = standing.find(({ state }) => state === 'done') ?? standing[0];
  if (ours) return verdictOf(ours);
  const denied = free.find(({ state }) => state === 'denied');
  return denied && isBelievable(facts) ? verdictOf(denied) : undefined;
}

function verdictOf({ refundId, amount, state }: RefundPicture): MovementVerdict {
  if (state === 'done') return { verdict: 'done', amount, refundId };
  return { verdict: state === 'pending' ? 'accepted' : 'denied', refundId };
}

function notMoved(facts: MovementFacts): MovementVerdict {
  const counts = isBelievable(facts);
  if (counts && facts.notMoved + 1 >= NOT_MOVED_NEEDED) return { verdict: 'not_done' };
  return { verdict: 'not_moved', counts };
}

/** The call cannot have its effect any more: what the host does not show by now did not happen. */
function isBelievable({ now, movement, maxProcessingMs }: MovementFacts): boolean {
  return now - movement.created_at >= maxProcessingMs;
}
