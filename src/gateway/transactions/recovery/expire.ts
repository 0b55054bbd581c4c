import { capabilitiesOf } from '../../acquirers/index.ts';
import { type Result, Status } from '../record/index.ts';
import { eventOf, type OpenCase, putOff, type RecoveryDependencies } from './context.ts';
import { expire, judge, settle, startUndo } from './resolve-attempt.ts';

const OUT_OF_TIME = 'the buyer did not finish in time';

/**
 * The buyer's time is up (decisions 3): the sale is 10 from now on, until the acquirer proves that nothing was approved
 * or what was is taken back; then 4.
 */
export async function endAuthentication(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { transaction, row, attempt } = open;
  const now = dependencies.clock.now();
  const { redirectUrl: _, ...kept } = transaction.result;
  const result: Result = { ...kept, status: Status.pending };
  await dependencies.store.change({
    transaction,
    at: now,
    result,
    attempt: {
      ended: {
        reference: attempt.reference,
        end: {
          state: 'unknown',
          answer: attempt.their_id === null ? {} : { theirId: attempt.their_id },
          reason: OUT_OF_TIME,
        },
        endedAt: now,
      },
      from: attempt.state,
    },
    openCase: { ...row, opened_at: now, next_at: now, tries: 0, not_found: 0 },
    events: [
      eventOf(open, now, 'expired', { from: Status.started, status: Status.pending }, { cause: 'expiry' }),
    ],
  });
}

/** After its time was up: an approval is taken back, anything else ends the sale as expired. */
export async function resolveExpired(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const verdict = await judge(dependencies, open);
  switch (verdict.verdict) {
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
      // An acquirer that gives up on a buyer who is away calls it a refusal: it is the time that was up.
      if (verdict.decline?.declineClass === 'authentication')
        await expire(dependencies, open, verdict.answer);
      else await settle(dependencies, open, verdict);
      return;
    case 'ask_again': {
      const now = dependencies.clock.now();
      const { reason } = verdict;
      const nextAt = dependencies.schedule.afterQuery(open.row.opened_at, open.row.tries + 1, now);
      const event = eventOf(open, now, 'queried', { found: 'nothing certain', reason });
      await putOff(dependencies, open, { nextAt, reason }, event);
    }
  }
}

/** The last look at a sale that ended uncharged: an approval that came late is taken back, and its status stays. */
export async function recheck(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { transaction, row } = open;
  const verdict = await judge(dependencies, open);
  const now = dependencies.clock.now();
  if (verdict.verdict === 'approved') {
    await startUndo(dependencies, open, { target: transaction.result.status, answer: verdict.answer });
    return;
  }
  const event = eventOf(open, now, 'queried', { found: verdict.verdict });
  const isMissing = verdict.verdict === 'not_found' || verdict.verdict === 'absent';
  const believable = row.opened_at + maxProcessingOf(open);
  if (isMissing && now < believable) {
    // The case may be open because of an approval that came this moment, and that does not show yet.
    await putOff(dependencies, open, { nextAt: Math.ceil(believable), reason: 'not found yet' }, event);
    return;
  }
  if (verdict.verdict === 'ask_again') {
    const nextAt = dependencies.schedule.afterQuery(row.opened_at, row.tries, now);
    await putOff(dependencies, open, { nextAt, reason: verdict.reason }, event);
    return;
  }
  await dependencies.store.change({ transaction, at: now, closeCase: row.subject, events: [event] });
}

function maxProcessingOf({ route, transaction }: OpenCase): number {
  return capabilitiesOf(route, transaction.order).timing.maxProcessingMs;
}
