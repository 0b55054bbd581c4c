import type { AuthorizeOutcome, HostAnswer } from '../../acquirers/index.ts';
import { capabilitiesOf } from '../../acquirers/index.ts';
import { type AttemptState, type Change, newCase, type Result, resultOf, Status } from '../record/index.ts';
import { ask, eventOf, type OpenCase, putOff, type RecoveryDependencies } from './context.ts';
import { judgeAttempt, type Verdict } from './judge-attempt.ts';

const ABSENT_MESSAGE = 'O adquirente não recebeu a venda; nada foi cobrado';
const EXPIRED_MESSAGE = 'O comprador não concluiu a autenticação no prazo; nada foi cobrado';
/** A sale that the merchant was told of as approved is the merchant's to take back. */
const MAY_BE_UNDONE: ReadonlySet<Status> = new Set([Status.pending, Status.expired, Status.failed]);
const CANCELED_MESSAGE = 'Transação cancelada no adquirente';

/** Asks the acquirer what became of an authorization, and accepts, refuses or takes back what it says. */
export async function resolveAttempt(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const verdict = await judge(dependencies, open);
  if (verdict.verdict === 'approved') return settleApproved(dependencies, open, verdict);
  await settle(dependencies, open, verdict);
}

/** A query of the charge, judged by how long ago it was sent. */
export async function judge(dependencies: RecoveryDependencies, open: OpenCase): Promise<Verdict> {
  const { transaction, attempt, route, row, ids } = open;
  const query = await ask(dependencies, open, (connector) => connector.query(ids));
  return judgeAttempt(query, {
    transaction,
    sentAt: attempt.created_at,
    now: dependencies.clock.now(),
    notFound: row.not_found,
    maxProcessingMs: capabilitiesOf(route, transaction.order).timing.maxProcessingMs,
    timeScale: dependencies.timeScale,
  });
}

async function settleApproved(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { captured, answer }: Extract<Verdict, { verdict: 'approved' }>,
): Promise<void> {
  const policy = await dependencies.lateApproval(open.transaction.merchantId);
  if (policy === 'undo') {
    await startUndo(dependencies, open, { target: Status.canceled, answer });
    return;
  }
  const outcome: AuthorizeOutcome = { outcome: 'approved', captured, answer };
  await finish(dependencies, open, resultOf(outcome, open.transaction.amount), 'approved', answer);
}

/** What is to be done about an authorization that was not approved. */
export async function settle(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  verdict: Exclude<Verdict, { verdict: 'approved' }>,
): Promise<void> {
  switch (verdict.verdict) {
    case 'declined': {
      const { decline, answer } = verdict;
      const result: Result = decline
        ? resultOf({ outcome: 'declined', decline, answer }, open.transaction.amount)
        : { status: Status.denied };
      await finish(dependencies, open, result, 'declined', answer);
      return;
    }
    case 'canceled': {
      const result = {
        ...open.transaction.result,
        status: Status.canceled,
        providerMessage: CANCELED_MESSAGE,
      };
      await finish(dependencies, open, result, 'undone', verdict.answer);
      return;
    }
    case 'absent':
      await finish(
        dependencies,
        open,
        { status: Status.failed, providerMessage: ABSENT_MESSAGE },
        'absent',
        {},
      );
      return;
    case 'never_authenticated':
      await expire(dependencies, open, verdict.answer);
      return;
    case 'not_found':
    case 'ask_again':
      await askAgain(dependencies, open, verdict);
  }
}

/** Ends the sale as expired; its charge is looked at once more, should an approval come late. */
export function expire(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  answer: HostAnswer,
): Promise<boolean> {
  const now = dependencies.clock.now();
  const { row } = open;
  const result: Result = {
    ...(open.transaction.result.providerReference === undefined
      ? {}
      : { providerReference: open.transaction.result.providerReference }),
    status: Status.expired,
    providerMessage: EXPIRED_MESSAGE,
  };
  return finish(dependencies, open, result, 'absent', answer, {
    openCase: newCase({
      subject: row.subject,
      transactionId: row.transaction_id,
      accountId: row.account_id,
      kind: 'recheck',
      openedAt: now,
      nextAt: dependencies.schedule.recheck(now),
    }),
  });
}

/** The charge exists and must not: from now on it is taken back until the acquirer says that it is. */
export function startUndo(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { target, answer }: { readonly target: Status; readonly answer: HostAnswer },
): Promise<boolean> {
  const now = dependencies.clock.now();
  const { row, attempt, transaction } = open;
  const { status } = transaction.result;
  if (!MAY_BE_UNDONE.has(status)) {
    throw new Error(`transaction ${transaction.id} has status ${status} and is not undone`);
  }
  return dependencies.store.change({
    transaction,
    at: now,
    ...(attempt.state === 'approved' ? {} : { attempt: ended(open, 'approved', answer, now) }),
    openCase: newCase({
      subject: row.subject,
      transactionId: row.transaction_id,
      accountId: row.account_id,
      kind: 'undo',
      openedAt: now,
      nextAt: now,
      target,
    }),
    events: [eventOf(open, now, 'undo_decided', { theirId: answer.theirId, target })],
  });
}

function finish(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  result: Result,
  state: AttemptState,
  answer: HostAnswer,
  also: Pick<Change, 'openCase'> = {},
): Promise<boolean> {
  const now = dependencies.clock.now();
  return dependencies.store.change({
    transaction: open.transaction,
    at: now,
    result,
    attempt: ended(open, state, answer, now),
    closeCase: open.row.subject,
    ...also,
    events: [
      eventOf(open, now, 'resolved', {
        outcome: state,
        from: open.transaction.result.status,
        status: result.status,
        theirId: answer.theirId,
        code: answer.rawCode,
      }),
    ],
  });
}

function ended({ attempt }: OpenCase, state: AttemptState, answer: HostAnswer, now: number) {
  const kept = attempt.their_id === null ? answer : { theirId: attempt.their_id, ...answer };
  return {
    ended: { reference: attempt.reference, end: { state, answer: kept }, endedAt: now },
    from: attempt.state,
  };
}

async function askAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  verdict: Extract<Verdict, { verdict: 'not_found' | 'ask_again' }>,
): Promise<void> {
  const { schedule, clock } = dependencies;
  const { row, attempt, route, transaction } = open;
  const now = clock.now();
  const due = schedule.afterQuery(row.opened_at, row.tries + 1, now);
  if (verdict.verdict === 'ask_again') {
    const { reason } = verdict;
    const event = eventOf(open, now, 'queried', { found: 'nothing certain', reason });
    await putOff(dependencies, open, { nextAt: due, reason }, event);
    return;
  }
  const { maxProcessingMs } = capabilitiesOf(route, transaction.order).timing;
  const believable = attempt.created_at + maxProcessingMs;
  const nextAt = verdict.counts ? schedule.confirmNotFound(now) : Math.min(due ?? believable, believable);
  const notFound = verdict.counts ? row.not_found + 1 : 0;
  const event = eventOf(open, now, 'queried', { found: 'not found', counted: notFound });
  await putOff(
    dependencies,
    open,
    { nextAt: Math.max(Math.ceil(nextAt), now + 1), notFound, reason: 'not found at the acquirer' },
    event,
  );
}
