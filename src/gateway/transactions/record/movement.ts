import type { HostAnswer, MinorUnits, MoveOutcome } from '../../acquirers/index.ts';
import type { MovementKind, MovementState } from './tables/movements.ts';

/** A capture, void or refund as it is asked of the acquirer. */
export interface Movement {
  readonly kind: MovementKind;
  /** Minor units; what is to be moved. */
  readonly amount: MinorUnits;
  /** Whether it moves all that is left. */
  readonly isAll: boolean;
}

/** What is written of a movement when its outcome is known. */
export interface MovementOutcome {
  readonly state: MovementState;
  readonly answer: HostAnswer;
  readonly refundId?: string;
  readonly reason?: string;
}

/**
 * What an outcome proves. A capture is done or not; what is let go or given back may be final later. An acquirer that
 * says that it moved another amount than was asked has to be queried, except where all was to be let go.
 */
export function outcomeOf({ kind, amount, isAll }: Movement, outcome: MoveOutcome): MovementOutcome {
  switch (outcome.outcome) {
    case 'done':
      return outcome.amount === amount || (kind === 'void' && isAll)
        ? { state: 'done', answer: outcome.answer, ...named(outcome.refundId) }
        : { state: 'unknown', answer: outcome.answer, reason: 'the acquirer speaks of another amount' };
    case 'pending':
      return kind === 'capture'
        ? { state: 'unknown', answer: outcome.answer, reason: 'pending' }
        : { state: 'pending', answer: outcome.answer, ...named(outcome.refundId) };
    case 'declined':
      return { state: 'declined', answer: outcome.answer, reason: outcome.decline.code };
    case 'not_found':
      return { state: 'not_found', answer: outcome.answer };
    case 'not_sent':
      return { state: 'not_sent', answer: {}, reason: outcome.reason };
    case 'invalid_request':
      return { state: 'invalid', answer: outcome.answer, reason: outcome.reason };
    case 'unknown':
      return { state: 'unknown', answer: outcome.answer ?? {}, reason: outcome.reason };
  }
}

function named(refundId: string | undefined) {
  return refundId === undefined ? {} : { refundId };
}
