import {
  type ChargeSnapshot,
  type Decline,
  type HostAnswer,
  type QueryOutcome,
  weighNotFound,
} from '../../providers/index.ts';
import { matchesSale } from '../acquirer-call.ts';
import type { AwaitedAction } from '../flow/prepared.ts';
import type { Attempt } from '../rules/attempt.ts';
import type { Asked, PaymentKinds } from '../rules/kind.ts';
import { AUTHENTICATION_LIMIT } from '../rules/schedule.ts';

/** A query that proved nothing yet. */
export type Unproven =
  /** The acquirer shows no charge; too early, or for the first time, to be proof. */
  | { readonly kind: 'not_found'; readonly counts: boolean }
  /** Not final, or the acquirer could not be asked. */
  | { readonly kind: 'ask_again'; readonly reason: string };

/** What a query says about an authorization with an unknown outcome. */
export type AttemptVerdict =
  | { readonly kind: 'approved'; readonly captured: boolean; readonly answer: HostAnswer }
  | { readonly kind: 'declined'; readonly decline: Decline | undefined; readonly answer: HostAnswer }
  /** It existed and was reversed. */
  | { readonly kind: 'canceled'; readonly answer: HostAnswer }
  /** Proven: nothing was charged and nothing will be. */
  | { readonly kind: 'absent' }
  /** The buyer was not authenticated and no longer can be. */
  | { readonly kind: 'never_authenticated'; readonly answer: HostAnswer }
  /** It was made, and this is what its buyer has to do. */
  | { readonly kind: 'awaits_buyer'; readonly action: AwaitedAction; readonly answer: HostAnswer }
  | Unproven;

export interface AttemptFacts {
  readonly kinds: PaymentKinds;
  readonly asked: Asked;
  readonly attempt: Pick<Attempt, 'createdAt' | 'mask'>;
  readonly now: number;
  /** For how long the request is known to have been sent, at the least. */
  readonly ageMs: number;
  /** Counted "not found" answers before, in a row. */
  readonly notFound: number;
  readonly maxProcessingMs: number;
  readonly timeScale: number;
}

export function judgeAttempt(query: QueryOutcome, facts: AttemptFacts): AttemptVerdict {
  switch (query.outcome) {
    case 'not_sent':
    case 'unknown':
      return { kind: 'ask_again', reason: query.reason };
    case 'not_found':
      return judgeNotFound(facts);
    case 'found':
      return judgeFound(query.charge, facts);
  }
}

function judgeNotFound(facts: AttemptFacts): AttemptVerdict {
  const weight = weighNotFound(facts.notFound, facts);
  return weight === 'proven' ? { kind: 'absent' } : { kind: 'not_found', counts: weight === 'counts' };
}

function judgeFound(
  charge: ChargeSnapshot,
  { kinds, asked, now, attempt, timeScale }: AttemptFacts,
): AttemptVerdict {
  const { answer } = charge;
  if (!matchesSale(kinds, asked, answer, attempt)) {
    return { kind: 'ask_again', reason: 'the acquirer speaks of another charge' };
  }
  switch (charge.state) {
    case 'approved':
      return { kind: 'approved', captured: charge.capturedAmount > 0, answer };
    case 'declined':
      return { kind: 'declined', decline: charge.decline, answer };
    case 'canceled':
      return { kind: 'canceled', answer };
    case 'pending':
      return { kind: 'ask_again', reason: 'the acquirer has not decided yet' };
    case 'buyer_awaited':
      if (charge.awaited) return { kind: 'awaits_buyer', action: charge.awaited, answer };
      if (kinds.of(asked.order.payment).paidBy === 'buyer') {
        return { kind: 'ask_again', reason: 'its buyer can still pay it' };
      }
      return now - attempt.createdAt >= AUTHENTICATION_LIMIT / timeScale
        ? { kind: 'never_authenticated', answer }
        : { kind: 'ask_again', reason: 'the buyer is not authenticated yet' };
  }
}
