import { termsOf } from '../acquirer-call.ts';
import type { Change } from '../rules/change.ts';
import { isOpen, type Movement, type MovementState } from '../rules/movement.ts';
import { resultDone, resultNotDone, resultWaiting } from '../rules/movement-results.ts';
import type { Result } from '../rules/transaction.ts';
import { askAgain } from './ask-again.ts';
import { needsAttention, type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';
import type { Unproven } from './judge-attempt.ts';
import { judgeMovement, type MovementVerdict } from './judge-movement.ts';
import { fitsBeside } from './settling.ts';

const NOT_MADE = 'the refund was not made';

/** Finds out whether a capture, void or refund with a lost answer happened, or a refund became final. */
export async function resolveMovement(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const movements = await dependencies.store.movementsOf(open.transaction.id);
  const movement = movements.find(({ id }) => id === open.row.subject);
  if (!movement) throw new Error(`case ${open.row.subject} is about a movement that does not exist`);
  const verdict =
    movement.refundId === undefined
      ? await judge(dependencies, open, movement, movements)
      : await pollRefund(open, movement, movement.refundId);
  if (!isOpen(movement.state)) await actOnGivenUp(dependencies, open, movement, verdict);
  else await act(dependencies, open, movement, verdict);
}

async function judge(
  { ages, kinds }: RecoveryDependencies,
  { transaction, asked, route, row, ids }: OpenCase,
  movement: Movement,
  movements: readonly Movement[],
): Promise<MovementVerdict> {
  const query = await route.connector.query(ids);
  const { timing, refund } = termsOf(kinds, route, transaction.order);
  return judgeMovement(query, {
    transaction: { ...transaction, ...asked },
    movement,
    others: movements.filter(({ id }) => id !== movement.id),
    ageMs: ages.of(movement.id),
    notFound: row.notFound,
    kinds,
    maxProcessingMs: timing.maxProcessingMs,
    toldAs: refund.toldAs,
    shownWithinMs: refund.shownWithinMs,
  });
}

async function pollRefund(
  { route, ids }: OpenCase,
  { amount }: Movement,
  refundId: string,
): Promise<MovementVerdict> {
  const polled = await route.connector.queryRefund(ids, refundId);
  switch (polled.outcome) {
    case 'done':
      return { kind: 'done', amount, refundId };
    case 'denied':
      return { kind: 'denied', refundId };
    case 'pending':
      return { kind: 'accepted', refundId };
    case 'not_found':
      return { kind: 'ask_again', reason: 'the acquirer does not know the refund' };
    case 'not_sent':
    case 'unknown':
      return { kind: 'ask_again', reason: polled.reason };
  }
}

async function act(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: Movement,
  verdict: MovementVerdict,
): Promise<void> {
  const { transaction } = open;
  const finishAs = (state: MovementState, result: Result, refundId = movement.refundId) =>
    finish(dependencies, open, { from: movement.state, to: { ...movement, state, refundId } }, result);
  switch (verdict.kind) {
    case 'done':
      await finishAs('done', resultDone(transaction, movement, verdict.amount), verdict.refundId);
      return;
    case 'canceled':
      await finishAs(
        'not_done',
        resultDone(transaction, { ...movement, kind: 'void', amount: transaction.amount }),
      );
      return;
    case 'denied':
      await finishDenied(dependencies, open, movement, verdict.refundId);
      return;
    case 'not_done':
      await finishAs('not_done', resultNotDone(transaction, movement));
      return;
    case 'accepted':
      await pollAgain(dependencies, open, movement, verdict.refundId);
      return;
    case 'not_found':
    case 'ask_again':
      await lookAgain(dependencies, open, movement, verdict);
  }
}

/**
 * Recovery believed that it did not happen, and then an answer came. What the acquirer's book shows now is
 * written where the sale is still as it was left then; it changes nothing else.
 */
async function actOnGivenUp(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: Movement,
  verdict: MovementVerdict,
): Promise<void> {
  const {
    transaction,
    row: { subject },
  } = open;
  switch (verdict.kind) {
    case 'not_found':
    case 'ask_again':
      await lookAgain(dependencies, open, movement, verdict);
      return;
    case 'not_done':
    case 'canceled':
    case 'denied':
      await dependencies.store.change({
        transaction,
        at: dependencies.clock.now(),
        closeCase: subject,
        events: [{ kind: 'queried', origin: RECOVERY, details: { subject, found: verdict.kind } }],
      });
      return;
    case 'done':
    case 'accepted': {
      if (transaction.openMovement !== undefined) {
        const reason = 'another movement is under way';
        await lookAgain(dependencies, open, movement, { kind: 'ask_again', reason });
        return;
      }
      const isAsLeft =
        transaction.result.status === resultNotDone(transaction, movement).status &&
        fitsBeside(movement, transaction);
      if (isAsLeft) await act(dependencies, open, movement, verdict);
      else await needsAttention(dependencies, open, 'a movement that had been given up was made after all');
    }
  }
}

/**
 * It was accepted, and is not made after all. Where several refunds may be under way the shop hears of it although the status
 * may stay as it is, and a person finds out why: the money has not gone back, and nobody is waiting for an answer any more.
 */
async function finishDenied(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: Movement,
  refundId: string,
): Promise<void> {
  const { transaction, row } = open;
  const result = resultNotDone(transaction, movement);
  const ended = { from: movement.state, to: { ...movement, state: 'declined' as const, refundId } };
  if (result.refundingAmount === undefined) {
    await finish(dependencies, open, ended, result);
    return;
  }
  const at = dependencies.clock.now();
  const isFinished = await finish(dependencies, open, ended, result, {
    isTold: true,
    closeCase: undefined,
    openCase: { ...row, state: 'manual', tries: row.tries + 1, nextAt: at, reason: NOT_MADE },
  });
  const { subject } = row;
  if (isFinished) {
    dependencies.onNeedsAttention({ transactionId: transaction.id, subject, reason: NOT_MADE });
  }
}

function finish(
  dependencies: RecoveryDependencies,
  { transaction, row: { subject } }: OpenCase,
  { from, to }: { readonly from: MovementState; readonly to: Movement },
  result: Result,
  besides: Pick<Change, 'isTold' | 'openCase' | 'closeCase'> = { closeCase: subject },
): Promise<boolean> {
  const now = dependencies.clock.now();
  const { kind: movement, state: outcome, amount, refundId } = to;
  return dependencies.store.change({
    transaction,
    at: now,
    result,
    movement: { from, to: { ...to, endedAt: now } },
    ...besides,
    events: [
      {
        kind: 'resolved',
        origin: RECOVERY,
        details: {
          subject,
          movement,
          outcome,
          amount,
          from: transaction.result.status,
          status: result.status,
          refundId,
        },
      },
    ],
  });
}

/** The refund is on the acquirer's book and not final: from now on it is polled by its id. */
async function pollAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: Movement,
  refundId: string,
): Promise<void> {
  const now = dependencies.clock.now();
  const { row, transaction } = open;
  const nextAt = dependencies.schedule.afterRefundPoll(row.openedAt, row.tries + 1, now);
  const details = { subject: row.subject, found: 'refund in process', refundId };
  const event = { kind: 'queried', origin: RECOVERY, details } as const;
  if (movement.refundId !== undefined && isOpen(movement.state)) {
    await putOff(dependencies, open, { at: now, nextAt, reason: 'the refund is not final' }, event);
    return;
  }
  await dependencies.store.change({
    transaction,
    at: now,
    result: resultWaiting(transaction, movement),
    movement: { from: movement.state, to: { ...movement, state: 'pending', endedAt: now, refundId } },
    openCase: { ...row, tries: 0, notFound: 0, nextAt: nextAt ?? now },
    events: [event],
  });
}

/** What the acquirer accepted may take days: a failed query is no reason to give up. */
function lookAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { id: subject, state }: Movement,
  verdict: Unproven,
): Promise<void> {
  const { kinds } = dependencies;
  const { refund } = termsOf(kinds, open.route, open.transaction.order);
  const pace = state === 'pending' || refund.shownWithinMs !== undefined ? 'refund' : 'query';
  return askAgain(dependencies, open, verdict, { subject, found: 'nothing moved', pace });
}
