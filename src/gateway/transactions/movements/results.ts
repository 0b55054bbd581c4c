import type { Refusal } from '../../../platform/index.ts';
import type { MoveOutcome } from '../../acquirers/index.ts';
import type { NotSent } from '../acquirer-call.ts';
import { type Kept, Status, type Transaction, transactionRefuse } from '../record/index.ts';
import type { MovementRefusal, PossibleMovement } from './plan.ts';

const RETRY_AFTER_SECONDS = 5;

/** Why nothing was moved. */
export type MoveRefusal =
  | MovementRefusal
  | 'transaction_not_found'
  /** The acquirer said no. */
  | 'movement_declined'
  | 'acquirer_unreachable';

/** Nothing was moved, and the transaction is as before. */
export interface MoveRefused {
  readonly kind: 'refused';
  readonly reason: MoveRefusal;
  /** The same for HTTP: status, and a text in Portuguese. */
  readonly refusal: Refusal;
}

/** What came of a capture, void or refund. */
export type MoveResult =
  | { readonly kind: 'moved'; readonly transaction: Transaction }
  /** The acquirer accepted it and it is final later, or nobody knows yet: recovery finds out. */
  | { readonly kind: 'pending'; readonly transaction: Transaction }
  | MoveRefused;

/** What can be moved now, or why nothing. */
export type MovementOption = PossibleMovement | MoveRefused;

export function refused(reason: MoveRefusal, message?: string): MoveRefused {
  const refusal = transactionRefuse(reason, {
    ...(message === undefined ? {} : { message }),
    ...(reason === 'acquirer_unreachable' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
  });
  return { kind: 'refused', reason, refusal };
}

/** Where recovery took the movement over meanwhile, the stored record is the truth and not the acquirer's answer. */
export function resultOfMove({
  transaction,
  isOurs,
  outcome,
}: Kept & { readonly outcome: MoveOutcome | NotSent }): MoveResult {
  if (!isOurs) return { kind: 'pending', transaction };
  switch (outcome.outcome) {
    case 'done':
      return { kind: 'moved', transaction };
    case 'pending':
    case 'unknown':
      return { kind: 'pending', transaction };
    case 'declined':
      return refused('movement_declined', `O adquirente recusou a operação: ${outcome.decline.message}`);
    case 'not_found':
    case 'invalid_request':
      return refused('movement_declined');
    case 'not_sent':
      return refused('acquirer_unreachable');
  }
}

/** What came of a movement that was asked for before, by how its transaction stood when it was answered. */
export function repeatedMove(transaction: Transaction): MoveResult {
  const { status } = transaction.result;
  const isPending = status === Status.pending || status === Status.canceling;
  return { kind: isPending ? 'pending' : 'moved', transaction };
}
