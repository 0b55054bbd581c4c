import type { HostAnswer } from '../../providers/index.ts';
import { maxProcessingMs } from '../acquirer-call.ts';
import { type Attempt, type AttemptState, resolvedAttempt } from '../rules/attempt.ts';
import { resultOf } from '../rules/authorization-results.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import type { Change } from '../rules/change.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import { newResult, type Result, Status } from '../rules/transaction.ts';
import { askAgain } from './ask-again.ts';
import { type OpenCase, RECOVERY, type RecoveryDependencies } from './context.ts';
import { type AttemptVerdict, judgeAttempt } from './judge-attempt.ts';

const ABSENT_MESSAGES = {
  merchant: 'A adquirente não recebeu a venda; nada foi cobrado',
  buyer: 'O banco não fez a cobrança; ninguém pode pagá-la',
};
const EXPIRED_MESSAGE = 'O comprador não concluiu a autenticação no prazo; nada foi cobrado';
const CANCELED_MESSAGE = 'Transação cancelada na adquirente';
/** A sale that the merchant knows as approved is only reversed by the merchant. */
const MAY_BE_UNDONE: ReadonlySet<Status> = new Set([
  Status.intention,
  Status.pending,
  Status.expired,
  Status.failed,
  Status.intentionCanceled,
]);

/** Asks the acquirer about an authorization and accepts, refuses or reverses it. */
export async function resolveAttempt(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const verdict = await judge(dependencies, open);
  if (verdict.kind === 'approved') return settleApproved(dependencies, open, verdict);
  await settle(dependencies, open, verdict);
}

/** A query of the charge, judged by how long ago it was sent. */
export async function judge(dependencies: RecoveryDependencies, open: OpenCase): Promise<AttemptVerdict> {
  const { asked, attempt, route, row, ids } = open;
  const query = await route.connector.query(ids);
  return judgeAttempt(query, {
    asked,
    attempt,
    now: dependencies.clock.now(),
    ageMs: dependencies.ages.of(attempt.reference),
    notFound: row.notFound,
    kinds: dependencies.kinds,
    maxProcessingMs: maxProcessingMs(dependencies.kinds, route, asked),
    timeScale: dependencies.timeScale,
  });
}

async function settleApproved(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { captured, answer }: Extract<AttemptVerdict, { kind: 'approved' }>,
): Promise<void> {
  const { transaction, asked } = open;
  const { paidBy } = dependencies.kinds.of(asked.order.payment);
  if (paidBy === 'merchant' && (await dependencies.lateApproval(transaction.merchantId)) === 'undo') {
    await startUndo(dependencies, open, { target: Status.canceled, answer });
    return;
  }
  const result = resultOf({ outcome: 'approved', captured, answer }, asked, dependencies.kinds);
  const isLess = asked.amount !== transaction.amount;
  await finish(dependencies, open, { result, state: 'approved', answer }, isLess ? asked : {});
}

/** Acts on an authorization that was not approved. */
export async function settle(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  verdict: Exclude<AttemptVerdict, { kind: 'approved' }>,
): Promise<void> {
  const { transaction, asked } = open;
  switch (verdict.kind) {
    case 'declined': {
      const { decline, answer } = verdict;
      const result = decline
        ? resultOf({ outcome: 'declined', decline, answer }, asked, dependencies.kinds)
        : newResult(Status.denied);
      await finish(dependencies, open, {
        result,
        state: 'declined',
        answer,
        declineClass: decline?.declineClass,
      });
      return;
    }
    case 'canceled': {
      const result = {
        ...transaction.result,
        status: Status.canceled,
        providerMessage: CANCELED_MESSAGE,
      };
      await finish(dependencies, open, { result, state: 'undone', answer: verdict.answer });
      return;
    }
    case 'absent': {
      const { paidBy } = dependencies.kinds.of(asked.order.payment);
      const result = newResult(Status.failed, { providerMessage: ABSENT_MESSAGES[paidBy] });
      await finish(dependencies, open, { result, state: 'absent', answer: {} });
      return;
    }
    case 'never_authenticated':
      await expire(dependencies, open, verdict.answer);
      return;
    case 'awaits_buyer':
      await awaitBuyer(dependencies, open, verdict);
      return;
    case 'not_found':
    case 'ask_again':
      await askAgain(dependencies, open, verdict, { subject: open.attempt.reference, found: 'not found' });
  }
}

/** The charge was made after all: what its buyer has to do can be told now. */
async function awaitBuyer(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { action, answer }: Extract<AttemptVerdict, { kind: 'awaits_buyer' }>,
): Promise<void> {
  const { asked, attempt } = open;
  const { kinds, buyersOf } = dependencies;
  const { payment } = asked.order;
  const row = buyersOf(payment).found?.(action, attempt);
  if (!row) {
    const unproven = { kind: 'ask_again', reason: 'the buyer was never told what to do' } as const;
    await askAgain(dependencies, open, unproven, { subject: attempt.reference, found: 'not found' });
    return;
  }
  const result = newResult(kinds.of(payment).statuses.awaited, { providerReference: answer.theirId });
  await finish(dependencies, open, { result, state: 'waiting', answer }, { rowBeside: row });
}

/** Ends the sale as expired, with one more check later in case of a late approval. */
export function expire(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  answer: HostAnswer,
): Promise<boolean> {
  const now = dependencies.clock.now();
  const { subject, transactionId, accountId } = open.row;
  const { providerReference } = open.transaction.result;
  const result = newResult(Status.expired, { providerReference, providerMessage: EXPIRED_MESSAGE });
  const openCase = newCase({
    subject,
    transactionId,
    accountId,
    kind: 'recheck',
    openedAt: now,
    nextAt: dependencies.schedule.recheck(now),
  });
  dependencies.ages.begin(recheckOf(openCase));
  return finish(dependencies, open, { result, state: 'absent', answer }, { openCase });
}

/** As what the age of a case that looks once more is known: its request may be older. */
export function recheckOf({ subject, openedAt }: Pick<RecoveryCase, 'subject' | 'openedAt'>): string {
  return `${subject} ${openedAt}`;
}

/** The charge exists and must not: it is undone until the acquirer confirms that. */
export function startUndo(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  { target, answer }: { readonly target: Status; readonly answer: HostAnswer },
): Promise<boolean> {
  const now = dependencies.clock.now();
  const { row, attempt, transaction, isSuperseded } = open;
  const { subject, transactionId, accountId } = row;
  const { status } = transaction.result;
  // What was given up before holds nothing of the sale, whatever became of the sale since.
  if (!isSuperseded && attempt.state !== 'absent' && !MAY_BE_UNDONE.has(status)) {
    throw new Error(`transaction ${transaction.id} has status ${status} and is not undone`);
  }
  const isKnown = attempt.state === 'approved';
  return dependencies.store.change({
    transaction,
    at: now,
    attempt: isKnown
      ? undefined
      : { from: attempt.state, to: resolvedAttempt(attempt, 'approved', answer, now) },
    openCase: newCase({
      subject,
      transactionId,
      accountId,
      kind: 'undo',
      openedAt: now,
      nextAt: now,
      target,
    }),
    events: [
      { kind: 'undo_decided', origin: RECOVERY, details: { subject, theirId: answer.theirId, target } },
    ],
  });
}

function finish(
  dependencies: RecoveryDependencies,
  { transaction, attempt, row: { subject } }: OpenCase,
  end: {
    readonly result: Result;
    readonly state: AttemptState;
    readonly answer: HostAnswer;
    readonly declineClass?: Attempt['declineClass'];
  },
  also: Pick<Change, 'openCase' | 'rowBeside' | 'order' | 'amount'> = {},
): Promise<boolean> {
  const { state, answer, declineClass } = end;
  const now = dependencies.clock.now();
  const result = resultAfterAttempt(transaction, end.result, now);
  return dependencies.store.change({
    transaction,
    at: now,
    result,
    attempt: {
      from: attempt.state,
      to: { ...resolvedAttempt(attempt, state, answer, now), declineClass },
    },
    closeCase: subject,
    ...also,
    events: [
      {
        kind: 'resolved',
        origin: RECOVERY,
        details: {
          subject,
          outcome: state,
          from: transaction.result.status,
          status: result.status,
          theirId: answer.theirId,
          code: answer.rawCode,
        },
      },
    ],
  });
}
