import type { EventDetails, TransactionEvent } from '../../history/index.ts';
import { unbelievableForMs } from '../../providers/index.ts';
import { maxProcessingMs } from '../acquirer-call.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import { Status } from '../rules/transaction.ts';
import { needsAttention, type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';

const UNDONE_MESSAGE = 'Transação desfeita; nada foi cobrado';

/**
 * Calls the acquirer's undo, always with the same identifiers, until it is acknowledged
 * (docs/contract/acquirers.md, G.5 steps 9 to 11b).
 */
export async function undoCharge(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { clock, schedule } = dependencies;
  const { row, route, ids } = open;
  const undo = await route.connector.undo(ids);
  const now = clock.now();
  const { outcome } = undo;
  if (outcome === 'undone') {
    const again = undo.existed ? undefined : mayHaveOvertaken(dependencies, open, now);
    if (again === undefined) await acknowledge(dependencies, open, now, undo.existed);
    else {
      const event = undoEvent(open, { outcome, existed: 'no, asked again later' });
      const next = { at: now, nextAt: again, reason: 'undone before it was there' };
      await putOff(dependencies, open, next, event);
    }
    return;
  }
  if (outcome === 'refused') {
    const { code, message } = undo.decline;
    const event = undoEvent(open, { outcome, code, message });
    await needsAttention(dependencies, open, `the acquirer refuses the undo: ${code} ${message}`, [event]);
    return;
  }
  const { reason } = undo;
  const nextAt = schedule.afterUndo(row.openedAt, row.tries + 1, now);
  const next = { at: now, nextAt, reason: `the undo was not acknowledged: ${reason}` };
  await putOff(dependencies, open, next, undoEvent(open, { outcome, reason }));
}

/**
 * An undo that found nothing may have overtaken the sale itself: it is repeated once that is no longer
 * possible.
 */
function mayHaveOvertaken(
  { ages, kinds }: RecoveryDependencies,
  { attempt, route, asked }: OpenCase,
  now: number,
): number | undefined {
  const waitMs = unbelievableForMs(ages.of(attempt.reference), maxProcessingMs(kinds, route, asked));
  return waitMs === 0 ? undefined : now + waitMs;
}

function acknowledge(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  now: number,
  existed: boolean,
): Promise<boolean> {
  const { transaction, row, attempt, isSuperseded } = open;
  const { result: before } = transaction;
  const status = row.target ?? Status.canceled;
  const waits = before.status === Status.pending && !isSuperseded;
  return dependencies.store.change({
    transaction,
    at: now,
    result: waits
      ? resultAfterAttempt(
          transaction,
          { ...before, status, providerMessage: UNDONE_MESSAGE, redirectUrl: undefined },
          now,
        )
      : undefined,
    attempt: { from: attempt.state, to: { ...attempt, state: 'undone', endedAt: now } },
    closeCase: row.subject,
    events: [
      undoEvent(open, {
        outcome: 'undone',
        existed: existed ? 'yes' : 'no',
        from: before.status,
        status: waits ? status : before.status,
      }),
    ],
  });
}

function undoEvent(
  { row: { subject } }: OpenCase,
  details: Omit<EventDetails['undo'], 'subject'>,
): TransactionEvent {
  return { kind: 'undo', origin: RECOVERY, details: { subject, ...details } };
}
