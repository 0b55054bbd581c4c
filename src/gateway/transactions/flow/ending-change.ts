import type { AuthorizeOutcome } from '../../providers/index.ts';
import { maxProcessingMs } from '../acquirer-call.ts';
import type { Attempt } from '../rules/attempt.ts';
import { resultOf } from '../rules/authorization-results.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import type { Change } from '../rules/change.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import type { RecoverySchedule } from '../rules/schedule.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { SentOutcome } from '../stores/store-outcome.ts';
import type { PreparedPayment } from './prepared.ts';
import { answeredEvent } from './send-events.ts';
import type { SaleDependencies, StartedSale } from './started-sale.ts';

/** The sale with its outcome, and a case when the outcome is not known yet. */
export function endingChange(
  { schedule, kinds }: SaleDependencies,
  sale: StartedSale,
  transaction: Transaction,
  ended: Attempt & { readonly endedAt: number },
  outcome: AuthorizeOutcome,
): Change {
  const { request, prepared } = sale;
  const at = ended.endedAt;
  const isAway = outcome.outcome === 'buyer_awaited';
  const answered = resultAfterAttempt(transaction, resultOf(outcome, transaction, kinds), at);
  const away = isAway ? sendAway(prepared, outcome, ended, schedule) : undefined;
  const result = away ? { ...answered, redirectUrl: away.redirectUrl } : answered;
  const isWatched = away ? away.watchedBy === 'recovery' : ended.state === 'unknown';
  return {
    transaction,
    at,
    result,
    isFirstResult: true,
    // Of an intention the merchant knows no attempt yet: it is as it was.
    withoutPostback: result.status === Status.intention && transaction.order.intention !== undefined,
    attempt: { from: 'sending', to: ended },
    openCase: isWatched ? caseOf(schedule, sale, ended, away?.expiresAt ?? at) : undefined,
    rowBeside: away?.row,
    key: request.idempotency && { kind: 'answer', id: request.idempotency.id, result },
    events: [answeredEvent(sale, ended, outcome, result)],
  };
}

function sendAway(
  prepared: PreparedPayment,
  { nextAction, expiresAt: end }: Extract<AuthorizeOutcome, { outcome: 'buyer_awaited' }>,
  ended: Attempt & { readonly endedAt: number },
  schedule: RecoverySchedule,
) {
  const latest = nextAction.kind === 'redirect' ? schedule.authenticationEnds(ended.endedAt) : Infinity;
  const expiresAt = Math.min(latest, Math.ceil(end));
  return { ...prepared.sendAway({ nextAction, expiresAt }, ended), expiresAt };
}

/** For recovery: a buyer who is away until `awayUntil`, or an outcome that nobody knows. */
function caseOf(
  schedule: RecoverySchedule,
  { prepared: { route }, started }: StartedSale,
  { reference, endedAt: at, state }: Attempt & { readonly endedAt: number },
  awayUntil: number,
): RecoveryCase {
  const isAway = state === 'waiting';
  return newCase({
    subject: reference,
    transactionId: started.id,
    accountId: route.accountId,
    kind: isAway ? 'buyer' : 'attempt',
    openedAt: at,
    nextAt: isAway ? schedule.afterAuthentication(awayUntil, 0, at) : (schedule.afterQuery(at, 0, at) ?? at),
  });
}

export function sentOutcome(
  { kinds }: SaleDependencies,
  { prepared: { route }, started, request: { origin, idempotency } }: StartedSale,
  ended: Attempt,
): SentOutcome {
  return {
    subject: ended.reference,
    kind: 'attempt',
    end: ended,
    accountId: route.accountId,
    maxProcessingMs: maxProcessingMs(kinds, route, started),
    idempotencyId: idempotency?.id,
    lateAnswer: {
      kind: 'late_answer',
      origin,
      details: {
        subject: ended.reference,
        outcome: ended.state,
        theirId: ended.theirId,
        code: ended.rawCode,
      },
    },
  };
}
