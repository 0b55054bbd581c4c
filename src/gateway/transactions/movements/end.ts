import { capabilitiesOf } from '../../acquirers/index.ts';
import type { NewEvent } from '../../history/index.ts';
import {
  type CaseRow,
  type Change,
  changed,
  type MovementEnd,
  type MovementOutcome,
  type MovementRow,
  type MovementState,
  mayMove,
  newCase,
  type Result,
  resultDone,
  resultWaiting,
  type Transaction,
  untilStored,
} from '../record/index.ts';
import type { MoveDependencies, UnderWay } from './under-way.ts';

/** Each further one only because somebody else changed the transaction at that very moment. */
const MAX_WRITES = 8;
/** Answers after which money may have moved. */
const MAY_HAVE_MOVED: ReadonlySet<MovementState> = new Set(['done', 'pending', 'unknown']);

/** `isOurs` is false when recovery took the movement over meanwhile: then the stored record is the truth. */
export interface Written {
  readonly transaction: Transaction;
  readonly isOurs: boolean;
}

/** Stores what became of a movement, in one commit with what follows from it. */
export async function endMovement(
  dependencies: MoveDependencies,
  underWay: UnderWay,
  outcome: MovementOutcome,
): Promise<Written> {
  const at = dependencies.clock.now();
  const { movement } = underWay;
  const ending = endOf(underWay.row, outcome, at);
  const openCase = caseOf(dependencies, underWay, outcome, at);
  return write(dependencies, underWay, outcome, (transaction) => {
    const result = resultAfter(transaction, underWay, outcome);
    return {
      transaction,
      at,
      ...(result === undefined ? {} : { result }),
      ...(openCase === undefined ? { openMovement: null } : { openCase }),
      movement: ending,
      ...keyAfter(underWay, result),
      events: [
        answeredEvent(underWay, outcome, at, {
          movement: movement.kind,
          from: transaction.result.status,
          status: result?.status ?? transaction.result.status,
          amount: movement.amount,
        }),
      ],
    };
  });
}

/** Closes a movement that never reached the host and opens the next one, in one commit. */
export function sendAgain(
  dependencies: MoveDependencies,
  underWay: UnderWay,
  outcome: MovementOutcome,
  next: MovementRow,
  sent: NewEvent,
): Promise<Written> {
  const at = dependencies.clock.now();
  const movement = endOf(underWay.row, outcome, at);
  const answered = answeredEvent(underWay, outcome, at, { movement: next.kind });
  return write(dependencies, underWay, outcome, (transaction) => ({
    transaction,
    at,
    openMovement: next.id,
    newMovement: next,
    movement,
    events: [answered, sent],
  }));
}

/** Undefined: nothing changes in the transaction's result. */
function resultAfter(
  transaction: Transaction,
  { movement: { kind, amount } }: UnderWay,
  { state }: MovementOutcome,
): Result | undefined {
  const result =
    state === 'done'
      ? resultDone(transaction, kind, amount)
      : state === 'pending' || state === 'unknown'
        ? resultWaiting(transaction, kind)
        : undefined;
  const from = transaction.result.status;
  if (result && result.status !== from && !mayMove(from, result.status)) {
    throw new Error(`a ${kind} would take transaction ${transaction.id} from ${from} to ${result.status}`);
  }
  return result;
}

function endOf({ id }: MovementRow, outcome: MovementOutcome, at: number): MovementEnd {
  const { state, answer, refundId, reason } = outcome;
  return {
    id,
    from: 'sending',
    state,
    endedAt: at,
    ...(refundId === undefined ? {} : { refundId }),
    ...(answer.rawCode === undefined ? {} : { rawCode: answer.rawCode }),
    ...(answer.rawMessage === undefined ? {} : { rawMessage: answer.rawMessage }),
    ...(answer.httpStatus === undefined ? {} : { httpStatus: answer.httpStatus }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The movement stays open, and with it a case, until it is known what became of it. */
function caseOf(
  { schedule }: MoveDependencies,
  { row, route }: UnderWay,
  { state }: MovementOutcome,
  at: number,
): CaseRow | undefined {
  if (state !== 'pending' && state !== 'unknown') return undefined;
  const nextAt = state === 'pending' ? schedule.afterRefundPoll(at, 0, at) : schedule.afterQuery(at, 0, at);
  return newCase({
    subject: row.id,
    transactionId: row.transaction_id,
    accountId: route.accountId,
    kind: 'movement',
    openedAt: at,
    nextAt: nextAt ?? at,
  });
}

/** Only an answer that went well is remembered; a movement that moved nothing leaves its key free. */
function keyAfter({ request: { idempotency } }: UnderWay, result: Result | undefined): Partial<Change> {
  if (idempotency === undefined) return {};
  const { id } = idempotency;
  return result === undefined ? { idempotencyFreed: id } : { idempotencyAnswer: { id, result } };
}

function answeredEvent(
  { row, request: { origin } }: UnderWay,
  { state, answer, refundId, reason }: MovementOutcome,
  at: number,
  details: NewEvent['details'],
): NewEvent {
  return {
    transactionId: row.transaction_id,
    at,
    kind: 'answered',
    origin,
    details: { ...details, subject: row.id, outcome: state, code: answer.rawCode, refundId, reason },
  };
}

async function write(
  dependencies: MoveDependencies,
  underWay: UnderWay,
  outcome: MovementOutcome,
  build: (transaction: Transaction) => Change & { readonly movement: MovementEnd },
): Promise<Written> {
  const { store } = dependencies;
  let { transaction } = underWay;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const change = build(transaction);
    if (await untilStored(() => store.change(change))) return { transaction: changed(change), isOurs: true };
    const stored = await store.find(transaction.merchantId, transaction.id);
    const movements = await store.movementsOf(transaction.id);
    const movement = movements.find(({ id }) => id === underWay.row.id);
    if (!stored || !movement) throw new Error(`movement ${underWay.row.id} is gone`);
    if (isOurEnd(movement, change.movement)) return { transaction: stored, isOurs: true };
    if (movement.state !== 'sending') return keepLateAnswer(dependencies, underWay, outcome);
    transaction = stored;
  }
  throw new Error(`transaction ${transaction.id} is being changed by too many at once`);
}

/** The commit that seemed to fail went through. */
function isOurEnd(stored: MovementRow, { state, endedAt }: MovementEnd): boolean {
  return stored.state === state && stored.ended_at === endedAt;
}

/**
 * Recovery took the movement over while its answer was on the way: the answer is evidence, the store is the truth. Where
 * the store says by then that nothing was moved and the answer does not, recovery looks once more.
 */
async function keepLateAnswer(
  dependencies: MoveDependencies,
  underWay: UnderWay,
  outcome: MovementOutcome,
): Promise<Written> {
  const { store, clock } = dependencies;
  const { request, row } = underWay;
  const { idempotency } = request;
  const at = clock.now();
  const event = answeredEvent(underWay, outcome, at, { movement: underWay.movement.kind });
  let { transaction } = underWay;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    transaction = (await store.find(transaction.merchantId, transaction.id)) ?? transaction;
    const stored = (await store.movementsOf(transaction.id)).find(({ id }) => id === row.id);
    const mayHaveMoved = stored?.state === 'not_done' && MAY_HAVE_MOVED.has(outcome.state);
    const written = await store.change({
      transaction,
      at,
      ...(mayHaveMoved ? { openCase: anotherLook(underWay, outcome, at) } : {}),
      ...(idempotency ? { idempotencyAnswer: { id: idempotency.id, result: transaction.result } } : {}),
      events: [{ ...event, kind: 'late_answer' }],
    });
    if (written) return { transaction, isOurs: false };
  }
  throw new Error(`transaction ${transaction.id} is being changed by too many at once`);
}

function anotherLook({ row, route, transaction }: UnderWay, { state }: MovementOutcome, at: number): CaseRow {
  const { maxProcessingMs } = capabilitiesOf(route, transaction.order).timing;
  return newCase({
    subject: row.id,
    transactionId: row.transaction_id,
    accountId: route.accountId,
    kind: 'movement',
    openedAt: at,
    nextAt: state === 'unknown' ? Math.ceil(at + maxProcessingMs) : at,
  });
}
