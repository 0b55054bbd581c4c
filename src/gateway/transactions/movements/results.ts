import type { Refusal } from '../../../platform/refusal.ts';
import type { MoveOutcome } from '../../providers/index.ts';
import type { NotSent } from '../acquirer-call.ts';
import { transactionRefuse } from '../rules/refusals.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { StoredOutcome } from '../stores/store-outcome.ts';
import type { MovementRefusal, PossibleMovement } from './plan.ts';

const RETRY_AFTER_SECONDS = 5;

/** Why nothing was moved. */
export type MoveRefusal =
  | MovementRefusal
  | 'transaction_not_found'
  | 'amount_left_changed'
  /** Its provider gives nothing back that was paid in this way. */
  | 'refund_by_transfer'
  /** The acquirer declined it. */
  | 'movement_declined'
  | 'acquirer_unreachable';

/** Nothing was moved; the transaction is unchanged. */
export interface MoveRefused {
  readonly kind: 'refused';
  readonly reason: MoveRefusal;
  /** The same as HTTP status with a text in Portuguese. */
  readonly refusal: Refusal;
  /** As it was when the request was refused, where that may be long ago; undefined: as it is now. */
  readonly transaction?: Transaction;
}

/** Result of a capture, void or refund. */
export type MoveResult =
  | { readonly kind: 'moved'; readonly transaction: Transaction }
  /** Accepted and final later, or not known yet: recovery finds out. */
  | { readonly kind: 'pending'; readonly transaction: Transaction }
  | MoveRefused;

/** What can be moved now, or why nothing can. */
export type MovementOption = PossibleMovement | MoveRefused;

/** `void`: voided before the capture, refunded after it. */
export interface MovementOptions {
  readonly capture: MovementOption;
  readonly void: MovementOption;
}

export function refused(reason: MoveRefusal, message?: string): MoveRefused {
  const refusal = transactionRefuse(reason, {
    ...(message === undefined ? {} : { message }),
    ...(reason === 'acquirer_unreachable' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
  });
  return { kind: 'refused', reason, refusal };
}

/** Of a link that is not paid yet: it may be canceled. */
export function intentionOptions({ amount: max }: Transaction): MovementOptions {
  return {
    capture: refused('status_conflict'),
    void: { kind: 'possible', movement: 'void', max, partial: false, until: undefined },
  };
}

/** When recovery took the movement over meanwhile, the stored record counts and not the acquirer's answer. */
export function resultOfMove({
  transaction,
  isApplied,
  outcome,
}: StoredOutcome & { readonly outcome: MoveOutcome | NotSent }): MoveResult {
  if (!isApplied) return { kind: 'pending', transaction };
  switch (outcome.outcome) {
    case 'done':
      return { kind: 'moved', transaction };
    case 'pending':
    case 'unknown':
      return { kind: 'pending', transaction };
    case 'declined':
      return refused('movement_declined', `A adquirente recusou a operação: ${outcome.decline.message}`);
    case 'not_found':
    case 'invalid_request':
      return refused('movement_declined');
    case 'not_sent':
      return refused('acquirer_unreachable');
  }
}

/** Result of a repeated request, from the transaction as it was when the first one was answered. */
export function repeatedMove(transaction: Transaction): MoveResult {
  const { status } = transaction.result;
  const isPending = status === Status.pending || status === Status.canceling;
  return { kind: isPending ? 'pending' : 'moved', transaction };
}
