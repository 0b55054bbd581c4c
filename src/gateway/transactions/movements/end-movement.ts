import type { MoveOutcome } from '../../acquirers/index.ts';
import type { TransactionEvent } from '../../history/index.ts';
import { type Charge, maxProcessingMs, type NotSent } from '../acquirer-call.ts';
import {
  endedMovement,
  isOpen,
  type Kept,
  keepOutcome,
  type Movement,
  mayMove,
  newCase,
  newMovement,
  type PlannedMovement,
  type RecoveryCase,
  type Result,
  resultDone,
  resultWaiting,
  type SentOutcome,
  type Transaction,
} from '../record/index.ts';
import type { MoveDependencies, MoveRequest, StatedMovement } from './move-request.ts';

/** Stores what became of a movement, in one commit with what follows from it. */
export async function endMovement(
  { store, clock, schedule }: MoveDependencies,
  stated: StatedMovement,
  outcome: MoveOutcome | NotSent,
): Promise<Kept> {
  const at = clock.now();
  const { request, charge, planned } = stated;
  const ended = endedMovement(stated.movement, planned, outcome, at);
  const openCase = isOpen(ended.state) ? caseOf(schedule, charge, ended, at) : undefined;
  return keepOutcome(store, stated.transaction, sentOutcome(stated, ended), (transaction) => {
    const result = resultAfter(transaction, planned, ended);
    const from = transaction.result.status;
    return {
      transaction,
      at,
      result,
      openCase,
      movement: { from: 'sending', to: ended },
      key: request.idempotency && keyAfter(request.idempotency.id, result),
      events: [
        answeredEvent(request, ended, { from, status: result?.status ?? from, amount: planned.amount }),
      ],
    };
  });
}

/** Closes a movement that never reached the host and opens the next one, in one commit. */
export async function sendAgain(
  { store, clock, newReference }: MoveDependencies,
  stated: StatedMovement,
  outcome: MoveOutcome | NotSent,
): Promise<Kept & { readonly next?: StatedMovement }> {
  const at = clock.now();
  const { request, movement } = stated;
  const ended = endedMovement(movement, stated.planned, outcome, at);
  const next = newMovement({
    id: newReference(),
    transactionId: movement.transactionId,
    kind: movement.kind,
    amount: movement.amount,
    holder: movement.holder,
    createdAt: at,
  });
  const kept = await keepOutcome(store, stated.transaction, sentOutcome(stated, ended), (transaction) => ({
    transaction,
    at,
    newMovement: next,
    movement: { from: 'sending', to: ended },
    events: [answeredEvent(request, ended), sentEvent(request, next)],
  }));
  if (!kept.isOurs) return kept;
  return { ...kept, next: { ...stated, movement: next, transaction: kept.transaction } };
}

export function sentEvent({ origin }: MoveRequest, { id, kind, amount }: Movement): TransactionEvent {
  return { kind: 'sent', origin, details: { movement: kind, subject: id, amount } };
}

/** Undefined: nothing changes in the transaction's result. */
function resultAfter(
  transaction: Transaction,
  { kind, amount }: PlannedMovement,
  { state }: Movement,
): Result | undefined {
  const result =
    state === 'done'
      ? resultDone(transaction, kind, amount)
      : isOpen(state)
        ? resultWaiting(transaction, kind)
        : undefined;
  const from = transaction.result.status;
  if (result && result.status !== from && !mayMove(from, result.status)) {
    throw new Error(`a ${kind} would take transaction ${transaction.id} from ${from} to ${result.status}`);
  }
  return result;
}

/** The movement stays open, and with it a case, until it is known what became of it. */
function caseOf(
  schedule: MoveDependencies['schedule'],
  { route }: Charge,
  { id, transactionId, state }: Movement,
  at: number,
): RecoveryCase {
  const nextAt = state === 'pending' ? schedule.afterRefundPoll(at, 0, at) : schedule.afterQuery(at, 0, at);
  return newCase({
    subject: id,
    transactionId,
    accountId: route.accountId,
    kind: 'movement',
    openedAt: at,
    nextAt: nextAt ?? at,
  });
}

/** Only an answer that went well is remembered; a movement that moved nothing leaves its key free. */
function keyAfter(id: string, result: Result | undefined) {
  return result === undefined ? ({ kind: 'free', id } as const) : ({ kind: 'answer', id, result } as const);
}

function answeredEvent(
  { origin }: MoveRequest,
  { id, kind, state, rawCode, refundId, reason }: Movement,
  more: { readonly from?: number; readonly status?: number; readonly amount?: number } = {},
): TransactionEvent {
  const details = { ...more, movement: kind, subject: id, outcome: state, code: rawCode, refundId, reason };
  return { kind: 'answered', origin, details };
}

function sentOutcome(
  { request, charge: { route }, transaction }: StatedMovement,
  ended: Movement,
): SentOutcome {
  const { id: subject, kind: movement, state: outcome, rawCode: code, refundId, reason } = ended;
  return {
    subject,
    kind: 'movement',
    end: ended,
    accountId: route.accountId,
    maxProcessingMs: maxProcessingMs(route, transaction),
    idempotencyId: request.idempotency?.id,
    lateAnswer: {
      kind: 'late_answer',
      origin: request.origin,
      details: { subject, movement, outcome, code, refundId, reason },
    },
  };
}
