import { type Attempt, type AttemptState, isSuperseded } from '../rules/attempt.ts';
import type { RecoveryCase } from '../rules/case.ts';
import type { Change } from '../rules/change.ts';
import type { Movement } from '../rules/movement.ts';
import { resultDone, resultNotDone } from '../rules/movement-results.ts';
import { type Result, Status, type Transaction } from '../rules/transaction.ts';

/** What a person found out about a sale: its status. */
export interface Settling {
  readonly transaction: Transaction;
  readonly status: Status;
  /** Whether the movement happened. Used only when the status alone does not tell, after a partial one. */
  readonly moved: boolean;
  readonly now: number;
}

type Amounts = Partial<Pick<Result, 'capturedAmount' | 'refundedAmount' | 'refundingAmount'>>;

/** The end of the attempt or movement, and the resulting amounts. */
export type Settled = Pick<Change, 'attempt' | 'movement'> & { readonly amounts: Amounts };

/**
 * Whether the end of a case decides the transaction's status. It does not when the charge of one try of an
 * intention has to be reversed while a newer try counts, nor when the charge was found after the transaction
 * had ended without it: then the case can only end with that charge gone.
 */
export function decidesStatus(
  { kind, subject }: Pick<RecoveryCase, 'kind' | 'subject'>,
  { result }: Pick<Transaction, 'result'>,
  attempts: readonly Attempt[],
): boolean {
  if (kind === 'movement') return true;
  if (kind === 'beside') return false;
  const attempt = attempts.find(({ reference }) => reference === subject);
  if (attempt && isSuperseded(attempt, attempts)) return false;
  if (kind === 'charge') return isUnpaid(result);
  const isReversal = kind === 'undo' || kind === 'recheck';
  return !isReversal || result.status === Status.pending;
}

/** Its buyer has not paid, whether he still may or its bank is asked to take it back. */
function isUnpaid({ status, capturedAmount }: Result): boolean {
  return status === Status.intention || (status === Status.canceling && capturedAmount === undefined);
}

/** The end of an attempt whose charge is gone, while the transaction stays as it is. */
export function chargeGone(attempt: Attempt, endedAt: number): Settled {
  const state = attempt.state === 'approved' ? 'undone' : 'absent';
  return { attempt: { from: attempt.state, to: { ...attempt, state, endedAt } }, amounts: {} };
}

/** Whether the amount of a movement is still there to be moved. One that was given up may find it moved by a later one. */
export function isLeftToMove(movement: Movement, transaction: Transaction): boolean {
  const taken = transaction.result.capturedAmount ?? transaction.amount;
  const { capturedAmount = 0, refundedAmount = 0 } = resultDone(transaction, movement);
  return capturedAmount <= transaction.amount && refundedAmount <= taken;
}

/** Whether it fits beside all that went back, or is on its way, without it. */
export function fitsBeside(movement: Movement, transaction: Transaction): boolean {
  const { amount, result } = transaction;
  if (movement.kind === 'capture') return isLeftToMove(movement, transaction);
  const under = resultNotDone(transaction, movement).refundingAmount ?? 0;
  const gone = (result.refundedAmount ?? 0) + under + (result.disputedAmount ?? 0);
  return gone + movement.amount <= (result.capturedAmount ?? amount);
}

/** The end of a movement: the status tells whether it was done, or `moved` when it does not. */
export function movementEndBy(movement: Movement, settling: Settling): Settled {
  const { transaction, status, moved, now } = settling;
  const done = resultDone(transaction, movement);
  const undone = resultNotDone(transaction, movement);
  const isDone =
    isLeftToMove(movement, transaction) && status === done.status && (moved || status !== undone.status);
  const { capturedAmount, refundedAmount } = isDone ? done : transaction.result;
  const { refundingAmount } = isDone ? done : undone;
  const to: Movement = { ...movement, state: isDone ? 'done' : 'not_done', endedAt: now };
  return {
    movement: { from: movement.state, to },
    amounts: { capturedAmount, refundedAmount, refundingAmount, ...(isDone ? {} : amountsBy(settling)) },
  };
}

/** The end of an attempt, keeping what was known of it. */
export function attemptEndBy(attempt: Attempt, settling: Settling): Settled {
  const { status, now: endedAt } = settling;
  const to = { ...attempt, state: stateAt(status, attempt.state), endedAt };
  // Of what nobody has paid nothing went back.
  const amounts = attempt.state === 'waiting' && status === Status.canceled ? {} : amountsBy(settling);
  return { attempt: { from: attempt.state, to }, amounts };
}

function stateAt(status: Status, before: AttemptState): AttemptState {
  switch (status) {
    case Status.authorized:
    case Status.captured:
      return 'approved';
    case Status.denied:
      return 'declined';
    case Status.canceled:
      return 'undone';
    case Status.expired:
    case Status.failed:
      return before === 'approved' ? 'undone' : 'absent';
    default:
      return before;
  }
}

export function amountsBy({ transaction: { amount, result }, status }: Settling): Amounts {
  if (status === Status.captured) return { capturedAmount: result.capturedAmount ?? amount };
  if (status === Status.canceled) return { refundedAmount: result.capturedAmount ?? amount };
  return {};
}
