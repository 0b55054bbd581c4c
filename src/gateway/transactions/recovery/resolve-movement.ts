import type { RefundQueryOutcome } from '../../acquirers/index.ts';
import { capabilitiesOf } from '../../acquirers/index.ts';
import {
  type MovementEnd,
  type MovementRow,
  type MovementState,
  type Result,
  resultDone,
  resultNotDone,
  resultWaiting,
} from '../record/index.ts';
import { ask, eventOf, needsAttention, type OpenCase, putOff, type RecoveryDependencies } from './context.ts';
import { judgeMovement, type MovementVerdict } from './judge-movement.ts';

/** Finds out what became of a capture, void or refund whose answer was lost, or whether a refund became final. */
export async function resolveMovement(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const movement = await dependencies.cases.movement(open.row.subject);
  if (!movement) throw new Error(`case ${open.row.subject} is about a movement that does not exist`);
  const verdict =
    movement.refund_id === null
      ? await judge(dependencies, open, movement)
      : await pollRefund(dependencies, open, movement, movement.refund_id);
  if (movement.state === 'not_done') await actOnGivenUp(dependencies, open, movement, verdict);
  else await act(dependencies, open, movement, verdict);
}

async function judge(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
): Promise<MovementVerdict> {
  const { transaction, route, row, ids } = open;
  const others = await dependencies.cases.movementsOf(transaction.id);
  const query = await ask(dependencies, open, (connector) => connector.query(ids));
  return judgeMovement(query, {
    transaction,
    movement,
    others: others.filter(({ id }) => id !== movement.id),
    now: dependencies.clock.now(),
    notMoved: row.not_found,
    maxProcessingMs: capabilitiesOf(route, transaction.order).timing.maxProcessingMs,
  });
}

async function pollRefund(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  refundId: string,
): Promise<MovementVerdict> {
  const polled: RefundQueryOutcome = await ask(dependencies, open, (connector) =>
    connector.queryRefund(open.ids, refundId),
  );
  switch (polled.outcome) {
    case 'done':
      return { verdict: 'done', amount: movement.amount, refundId };
    case 'denied':
      return { verdict: 'denied', refundId };
    case 'pending':
      return { verdict: 'accepted', refundId };
    case 'not_found':
      return { verdict: 'ask_again', reason: 'the acquirer does not know the refund' };
    case 'not_sent':
    case 'unknown':
      return { verdict: 'ask_again', reason: polled.reason };
  }
}

async function act(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  verdict: MovementVerdict,
): Promise<void> {
  const { transaction } = open;
  switch (verdict.verdict) {
    case 'done': {
      const refund = verdict.refundId === undefined ? {} : { refundId: verdict.refundId };
      const result = resultDone(transaction, movement.kind, verdict.amount);
      await finish(dependencies, open, movement, result, 'done', refund);
      return;
    }
    case 'canceled': {
      const result = resultDone(transaction, 'void', transaction.amount);
      await finish(dependencies, open, movement, result, 'not_done', {});
      return;
    }
    case 'denied': {
      const result = resultNotDone(transaction, movement.kind);
      await finish(dependencies, open, movement, result, 'declined', { refundId: verdict.refundId });
      return;
    }
    case 'not_done':
      await finish(dependencies, open, movement, resultNotDone(transaction, movement.kind), 'not_done', {});
      return;
    case 'accepted':
      await pollAgain(dependencies, open, movement, verdict.refundId);
      return;
    case 'not_moved':
    case 'ask_again':
      await askAgain(dependencies, open, movement, verdict);
  }
}

/**
 * It was believed not to have happened, and then an answer came. What shows on the acquirer's book by now is written
 * down where the sale still stands as it was left then; nothing else changes it.
 */
async function actOnGivenUp(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  verdict: MovementVerdict,
): Promise<void> {
  const { transaction, row } = open;
  switch (verdict.verdict) {
    case 'not_moved':
    case 'ask_again':
      await askAgain(dependencies, open, movement, verdict);
      return;
    case 'not_done':
    case 'canceled':
    case 'denied': {
      const at = dependencies.clock.now();
      const event = eventOf(open, at, 'queried', { found: verdict.verdict });
      await dependencies.store.change({ transaction, at, closeCase: row.subject, events: [event] });
      return;
    }
    case 'done':
    case 'accepted': {
      if (transaction.openMovement !== undefined) {
        const reason = 'another movement is under way';
        await askAgain(dependencies, open, movement, { verdict: 'ask_again', reason });
        return;
      }
      const isAsLeft = transaction.result.status === resultNotDone(transaction, movement.kind).status;
      if (verdict.verdict === 'done' && isAsLeft) await act(dependencies, open, movement, verdict);
      else await needsAttention(dependencies, open, 'a movement that had been given up was made after all');
    }
  }
}

function finish(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  result: Result,
  state: MovementState,
  end: Pick<MovementEnd, 'refundId'>,
): Promise<boolean> {
  const { transaction, row } = open;
  const now = dependencies.clock.now();
  return dependencies.store.change({
    transaction,
    at: now,
    result,
    openMovement: null,
    movement: { id: movement.id, from: movement.state, state, endedAt: now, ...end },
    closeCase: row.subject,
    events: [
      eventOf(open, now, 'resolved', {
        movement: movement.kind,
        outcome: state,
        amount: movement.amount,
        from: transaction.result.status,
        status: result.status,
        refundId: end.refundId,
      }),
    ],
  });
}

/** The refund is on the acquirer's book and not final: from now on it is asked for by its id. */
async function pollAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  refundId: string,
): Promise<void> {
  const now = dependencies.clock.now();
  const { row, transaction } = open;
  const nextAt = dependencies.schedule.afterRefundPoll(row.opened_at, row.tries + 1, now);
  const event = eventOf(open, now, 'queried', { found: 'refund in process', refundId });
  if (movement.refund_id !== null) {
    await putOff(dependencies, open, { nextAt, reason: 'the refund is not final' }, event);
    return;
  }
  await dependencies.store.change({
    transaction,
    at: now,
    result: resultWaiting(transaction, movement.kind),
    movement: { id: movement.id, from: movement.state, state: 'pending', endedAt: now, refundId },
    openCase: { ...row, tries: 0, not_found: 0, next_at: nextAt ?? now },
    events: [event],
  });
}

async function askAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  movement: MovementRow,
  verdict: Extract<MovementVerdict, { verdict: 'not_moved' | 'ask_again' }>,
): Promise<void> {
  const { schedule, clock } = dependencies;
  const { row, route, transaction } = open;
  const now = clock.now();
  // What the acquirer accepted may take it days: one question that goes wrong is no reason to give up.
  const after = movement.state === 'pending' ? schedule.afterRefundPoll : schedule.afterQuery;
  const due = after(row.opened_at, row.tries + 1, now);
  if (verdict.verdict === 'ask_again') {
    const { reason } = verdict;
    const event = eventOf(open, now, 'queried', { found: 'nothing certain', reason });
    await putOff(dependencies, open, { nextAt: due, reason }, event);
    return;
  }
  const { maxProcessingMs } = capabilitiesOf(route, transaction.order).timing;
  const believable = movement.created_at + maxProcessingMs;
  const nextAt = verdict.counts ? schedule.confirmNotFound(now) : Math.min(due ?? believable, believable);
  const notFound = verdict.counts ? row.not_found + 1 : 0;
  const event = eventOf(open, now, 'queried', { found: 'nothing moved', counted: notFound });
  await putOff(
    dependencies,
    open,
    { nextAt: Math.max(Math.ceil(nextAt), now + 1), notFound, reason: 'nothing moved' },
    event,
  );
}
