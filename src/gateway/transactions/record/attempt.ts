import type { AuthorizeOutcome, HostAnswer } from '../../acquirers/index.ts';
import type { AttemptState } from './tables/transactions.ts';

/** What is written of an attempt when its outcome is known. */
export interface AttemptEnd {
  readonly state: AttemptState;
  readonly answer: HostAnswer;
  readonly reason?: string;
  readonly declineClass?: string;
}

export function endOf(outcome: AuthorizeOutcome): AttemptEnd {
  switch (outcome.outcome) {
    case 'approved':
      return { state: 'approved', answer: outcome.answer };
    case 'declined':
      return { state: 'declined', answer: outcome.answer, declineClass: outcome.decline.declineClass };
    case 'authentication_required':
      return { state: 'authenticating', answer: outcome.answer };
    case 'not_sent':
      return { state: 'not_sent', answer: {}, reason: outcome.reason };
    case 'invalid_request':
      return { state: 'invalid', answer: outcome.answer, reason: outcome.reason };
    case 'pending':
    case 'duplicate':
      return { state: 'unknown', answer: outcome.answer, reason: outcome.outcome };
    case 'unknown':
      return { state: 'unknown', answer: outcome.answer ?? {}, reason: outcome.reason };
  }
}
