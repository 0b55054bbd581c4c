import type { ChargePicture, MinorUnits, QueryOutcome, RefundPicture } from '../../acquirers/index.ts';
import { isAbout } from '../authentication/authentication.ts';
import type { MovementRow } from '../movements/tables.ts';
import type { Transaction } from '../transaction.ts';

/** That nothing moved proves something only when it was seen so often in a row. */
const NOT_MOVED_NEEDED = 2;

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
  readonly movement: Pick<MovementRow, 'kind' | 'amount' | 'created_at'>;
  /** Ids of the refunds that other movements of this transaction made. */
  readonly knownRefunds: ReadonlySet<string>;
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
  return moved(charge, facts) ?? notMoved(facts);
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
      return isGone ? { verdict: 'done', amount } : undefined;
    }
    case 'refund':
      return refunded(charge, facts);
  }
}

function refunded(charge: ChargePicture, { movement, knownRefunds, transaction }: MovementFacts) {
  const ours = charge.refunds.find(
    (refund) => refund.amount === movement.amount && !knownRefunds.has(refund.refundId),
  );
  if (ours) return verdictOf(ours);
  const before = transaction.result.refundedAmount ?? 0;
  const isMore = charge.refundedAmount >= before + movement.amount;
  return isMore ? ({ verdict: 'done', amount: movement.amount } as const) : undefined;
}

function verdictOf({ refundId, amount, state }: RefundPicture): MovementVerdict {
  if (state === 'done') return { verdict: 'done', amount, refundId };
  return { verdict: state === 'pending' ? 'accepted' : 'denied', refundId };
}

function notMoved({ now, movement, maxProcessingMs, notMoved: before }: MovementFacts): MovementVerdict {
  const counts = now - movement.created_at >= maxProcessingMs;
  if (counts && before + 1 >= NOT_MOVED_NEEDED) return { verdict: 'not_done' };
  return { verdict: 'not_moved', counts };
}
