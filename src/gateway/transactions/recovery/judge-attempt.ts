import type { Decline, HostAnswer, QueryOutcome } from '../../acquirers/index.ts';
import { isAbout } from '../acquirer-call.ts';
import { AUTHENTICATION_LIMIT, type Transaction } from '../record/index.ts';

/** "Not found" proves something only when it was said so often in a row (G.5 step 7). */
const NOT_FOUND_NEEDED = 2;

/** What a query says about an authorization whose outcome was not known. */
export type Verdict =
  | { readonly verdict: 'approved'; readonly captured: boolean; readonly answer: HostAnswer }
  | { readonly verdict: 'declined'; readonly decline: Decline | undefined; readonly answer: HostAnswer }
  /** It was there and was taken back. */
  | { readonly verdict: 'canceled'; readonly answer: HostAnswer }
  /** Proven that nothing was charged and nothing will be. */
  | { readonly verdict: 'absent' }
  /** The host does not know it; too early, or for the first time, to believe it. */
  | { readonly verdict: 'not_found'; readonly counts: boolean }
  /** The buyer was never authenticated, and nobody can be any more. */
  | { readonly verdict: 'never_authenticated'; readonly answer: HostAnswer }
  /** Not final, or the host could not be asked. */
  | { readonly verdict: 'ask_again'; readonly reason: string };

export interface AttemptFacts {
  readonly transaction: Transaction;
  readonly sentAt: number;
  readonly now: number;
  /** How often in a row "not found" counted before. */
  readonly notFound: number;
  readonly maxProcessingMs: number;
  readonly timeScale: number;
}

export function judgeAttempt(query: QueryOutcome, facts: AttemptFacts): Verdict {
  switch (query.outcome) {
    case 'not_sent':
    case 'unknown':
      return { verdict: 'ask_again', reason: query.reason };
    case 'not_found':
      return judgeNotFound(facts);
    case 'found':
      return judgeFound(query.charge, facts);
  }
}

function judgeNotFound({ now, sentAt, maxProcessingMs, notFound }: AttemptFacts): Verdict {
  const counts = now - sentAt >= maxProcessingMs;
  if (counts && notFound + 1 >= NOT_FOUND_NEEDED) return { verdict: 'absent' };
  return { verdict: 'not_found', counts };
}

function judgeFound(
  charge: Extract<QueryOutcome, { outcome: 'found' }>['charge'],
  { transaction, now, sentAt, timeScale }: AttemptFacts,
): Verdict {
  const { answer } = charge;
  if (!isAbout(transaction, answer)) {
    return { verdict: 'ask_again', reason: 'the acquirer speaks of another charge' };
  }
  switch (charge.state) {
    case 'approved':
      return { verdict: 'approved', captured: charge.capturedAmount > 0, answer };
    case 'declined':
      return { verdict: 'declined', decline: charge.decline, answer };
    case 'canceled':
      return { verdict: 'canceled', answer };
    case 'pending':
      return { verdict: 'ask_again', reason: 'the acquirer has not decided yet' };
    case 'authentication_pending':
      return now - sentAt >= AUTHENTICATION_LIMIT / timeScale
        ? { verdict: 'never_authenticated', answer }
        : { verdict: 'ask_again', reason: 'the buyer is not authenticated yet' };
  }
}
