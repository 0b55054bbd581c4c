import { RECHECK_AFTER_MS, unbelievableForMs } from '../../providers/index.ts';
import { maxProcessingMs } from '../acquirer-call.ts';
import { restarted } from '../rules/case.ts';
import { newResult, Status } from '../rules/transaction.ts';
import { askAgain } from './ask-again.ts';
import { type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';
import type { AttemptVerdict } from './judge-attempt.ts';
import { expire, judge, recheckOf, settle, startUndo } from './resolve-attempt.ts';

const OUT_OF_TIME = 'the buyer did not finish in time';

/**
 * The buyer's time is up (docs/contract/decided.md 3): the sale is 10 until the acquirer proves that nothing
 * was approved, or the approval is reversed; then 4.
 */
export async function endWait(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { transaction, row, attempt } = open;
  const now = dependencies.clock.now();
  await dependencies.store.change({
    transaction,
    at: now,
    result: newResult(Status.pending, { ...transaction.result, redirectUrl: undefined }),
    attempt: {
      from: attempt.state,
      to: { ...attempt, state: 'unknown', reason: OUT_OF_TIME, endedAt: now },
    },
    openCase: restarted(row, now),
    events: [
      {
        kind: 'expired',
        origin: { kind: 'expiry' },
        details: { subject: row.subject, from: Status.started, status: Status.pending },
      },
    ],
  });
}

/** After the time was up: an approval is reversed, anything else ends the sale as expired. */
export async function resolveExpired(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const verdict = await judge(dependencies, open);
  switch (verdict.kind) {
    case 'approved':
      await startUndo(dependencies, open, { target: Status.expired, answer: verdict.answer });
      return;
    case 'never_authenticated':
    case 'canceled':
      await expire(dependencies, open, verdict.answer);
      return;
    case 'absent':
    case 'not_found':
      await expire(dependencies, open, {});
      return;
    case 'declined':
      // Acquirers report an absent buyer as a refusal; for us the time was up.
      if (verdict.decline?.declineClass === 'authentication')
        await expire(dependencies, open, verdict.answer);
      else await settle(dependencies, open, verdict);
      return;
    case 'awaits_buyer':
    case 'ask_again':
      await askAgain(dependencies, open, stillOpen(verdict), {
        subject: open.attempt.reference,
        found: 'not found',
      });
  }
}

function stillOpen(verdict: Extract<AttemptVerdict, { kind: 'awaits_buyer' | 'ask_again' }>) {
  const reason = verdict.kind === 'ask_again' ? verdict.reason : 'its buyer can still pay it';
  return { kind: 'ask_again', reason } as const;
}

/** The last check of a sale that ended uncharged: a late approval is reversed, and the status stays. */
export async function recheck(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { transaction, row } = open;
  const { schedule } = dependencies;
  const verdict = await judge(dependencies, open);
  const now = dependencies.clock.now();
  if (verdict.kind === 'approved' || verdict.kind === 'awaits_buyer') {
    await startUndo(dependencies, open, { target: transaction.result.status, answer: verdict.answer });
    return;
  }
  const event = {
    kind: 'queried',
    origin: RECOVERY,
    details: { subject: row.subject, found: verdict.kind },
  } as const;
  const waitMs = mayStillChargeForMs(dependencies, open, verdict);
  if (waitMs > 0) {
    await putOff(dependencies, open, { at: now, nextAt: now + waitMs, reason: 'not found yet' }, event);
    return;
  }
  if (verdict.kind === 'ask_again') {
    const nextAt = dependencies.schedule.afterQuery(row.openedAt, row.tries, now);
    await putOff(dependencies, open, { at: now, nextAt, reason: verdict.reason }, event);
    return;
  }
  // An intention can be paid again meanwhile: an approval of the page that is still open must not stay unseen.
  const laterAt = schedule.afterQuery(row.openedAt, row.tries, now);
  if (verdict.kind === 'never_authenticated' && transaction.order.intention && laterAt !== undefined) {
    await putOff(
      dependencies,
      open,
      { at: now, nextAt: laterAt, reason: 'the buyer is not authenticated yet' },
      event,
    );
    return;
  }
  await dependencies.store.change({ transaction, at: now, closeCase: row.subject, events: [event] });
}

/**
 * How long what is not charged may still be: the case may be open because of an approval at this very moment that does not
 * show yet, and a buyer whose time was up too early, by a clock that was set, may still be at the acquirer's page.
 */
function mayStillChargeForMs(
  { ages, kinds, timeScale }: RecoveryDependencies,
  { row, transaction, asked, route }: OpenCase,
  { kind }: AttemptVerdict,
): number {
  const ageMs = ages.of(recheckOf(row));
  const isMissing = kind === 'not_found' || kind === 'absent';
  if (!isMissing && kind !== 'never_authenticated') return 0;
  const processingMs = isMissing ? maxProcessingMs(kinds, route, asked) : 0;
  const buyerMs = transaction.result.status === Status.expired ? RECHECK_AFTER_MS / timeScale : 0;
  return unbelievableForMs(ageMs, Math.max(processingMs, buyerMs));
}
