import type { TransactionEvent } from '../../history/index.ts';
import type { MoveOutcome } from '../../providers/index.ts';
import { maxProcessingMs, type NotSent, type RoutedCharge } from '../acquirer-call.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import {
  endedMovement,
  isOpen,
  type Movement,
  newMovement,
  type PlannedMovement,
} from '../rules/movement.ts';
import { resultDone, resultWaiting } from '../rules/movement-results.ts';
import { canTransition, type Result, type Transaction } from '../rules/transaction.ts';
import { type SentOutcome, type StoredOutcome, storeOutcome } from '../stores/store-outcome.ts';
import type { MoveDependencies, MoveRequest, PersistedMovement } from './move-request.ts';

/** Stores the outcome of a movement with its effects, in one commit. */
export async function endMovement(
  dependencies: MoveDependencies,
  persisted: PersistedMovement,
  outcome: MoveOutcome | NotSent,
): Promise<StoredOutcome> {
  const { store, clock, schedule } = dependencies;
  const at = clock.now();
  const { request, charge, planned } = persisted;
  const ended = endedMovement(persisted.movement, planned, outcome, at);
  const openCase = isOpen(ended.state) ? caseOf(schedule, charge, ended, at) : undefined;
  return storeOutcome(
    store,
    persisted.transaction,
    sentOutcome(dependencies, persisted, ended),
    (transaction) => {
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
    },
  );
}

/** Ends a movement that never reached the host and opens its repetition, in one commit. */
export async function sendAgain(
  dependencies: MoveDependencies,
  persisted: PersistedMovement,
  outcome: MoveOutcome | NotSent,
): Promise<StoredOutcome & { readonly next?: PersistedMovement }> {
  const { store, clock, newReference } = dependencies;
  const at = clock.now();
  const { request, movement } = persisted;
  const ended = endedMovement(movement, persisted.planned, outcome, at);
  const next = newMovement({
    id: newReference(),
    transactionId: movement.transactionId,
    kind: movement.kind,
    amount: movement.amount,
    holder: movement.holder,
    createdAt: at,
  });
  const kept = await storeOutcome(
    store,
    persisted.transaction,
    sentOutcome(dependencies, persisted, ended),
    (transaction) => ({
      transaction,
      at,
      newMovement: next,
      movement: { from: 'sending', to: ended },
      events: [answeredEvent(request, ended), sentEvent(request, next)],
    }),
  );
  if (!kept.isApplied) return kept;
  return { ...kept, next: { ...persisted, movement: next, transaction: kept.transaction } };
}

export function sentEvent({ origin }: MoveRequest, { id, kind, amount }: Movement): TransactionEvent {
  return { kind: 'sent', origin, details: { movement: kind, subject: id, amount } };
}

/** Undefined when the transaction's result does not change. */
function resultAfter(
  transaction: Transaction,
  { kind, amount }: PlannedMovement,
  { state }: Movement,
): Result | undefined {
  const sent = { kind, amount, state: 'sending' } as const;
  const result =
    state === 'done'
      ? resultDone(transaction, sent)
      : isOpen(state)
        ? resultWaiting(transaction, sent)
        : undefined;
  const from = transaction.result.status;
  if (result && result.status !== from && !canTransition(from, result.status)) {
    throw new Error(`a ${kind} would take transaction ${transaction.id} from ${from} to ${result.status}`);
  }
  return result;
}

/** The movement stays open, with a case, until its outcome is known. */
function caseOf(
  schedule: MoveDependencies['schedule'],
  { route }: RoutedCharge,
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

/** Only success is remembered; a movement that moved nothing frees its key. */
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
  { kinds }: Pick<MoveDependencies, 'kinds'>,
  { request, charge: { route }, transaction }: PersistedMovement,
  ended: Movement,
): SentOutcome {
  const { id: subject, kind: movement, state: outcome, rawCode: code, refundId, reason } = ended;
  return {
    subject,
    kind: 'movement',
    end: ended,
    accountId: route.accountId,
    maxProcessingMs: maxProcessingMs(kinds, route, transaction),
    idempotencyId: request.idempotency?.id,
    lateAnswer: {
      kind: 'late_answer',
      origin: request.origin,
      details: { subject, movement, outcome, code, refundId, reason },
    },
  };
}
