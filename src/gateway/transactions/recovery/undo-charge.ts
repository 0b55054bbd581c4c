import { capabilitiesOf } from '../../acquirers/index.ts';
import { type Result, Status } from '../record/index.ts';
import { ask, eventOf, needsAttention, type OpenCase, putOff, type RecoveryDependencies } from './context.ts';

const UNDONE_MESSAGE = 'Transação desfeita; nada foi cobrado';

/** Calls the acquirer's undo, with the same identifiers every time, until it is acknowledged (G.5 steps 9 to 11b). */
export async function undoCharge(dependencies: RecoveryDependencies, open: OpenCase): Promise<void> {
  const { clock, schedule } = dependencies;
  const { row, ids } = open;
  const undo = await ask(dependencies, open, (connector) => connector.undo(ids));
  const now = clock.now();
  if (undo.outcome === 'undone') {
    const again = undo.existed ? undefined : mayHaveOvertaken(open, now);
    if (again === undefined) await acknowledge(dependencies, open, now, undo.existed);
    else {
      const event = eventOf(open, now, 'undo', { outcome: 'undone', existed: 'no, asked again later' });
      await putOff(dependencies, open, { nextAt: again, reason: 'undone before it was there' }, event);
    }
    return;
  }
  if (undo.outcome === 'refused') {
    const { code, message } = undo.decline;
    const event = eventOf(open, now, 'undo', { outcome: 'refused', code, message });
    await needsAttention(dependencies, open, `the acquirer refuses the undo: ${code} ${message}`, [event]);
    return;
  }
  const { outcome, reason } = undo;
  const event = eventOf(open, now, 'undo', { outcome, reason });
  const nextAt = schedule.afterUndo(row.opened_at, row.tries + 1, now);
  await putOff(dependencies, open, { nextAt, reason: `the undo was not acknowledged: ${reason}` }, event);
}

/** An undo that found nothing may have been faster than the sale itself: it is repeated once that cannot be any more. */
function mayHaveOvertaken({ attempt, route, transaction }: OpenCase, now: number): number | undefined {
  const certainAt = attempt.created_at + capabilitiesOf(route, transaction.order).timing.maxProcessingMs;
  return now >= certainAt ? undefined : Math.ceil(certainAt);
}

function acknowledge(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  now: number,
  existed: boolean,
): Promise<boolean> {
  const { transaction, row, attempt } = open;
  const target = (row.target ?? Status.canceled) as Status;
  const waits = transaction.result.status === Status.pending;
  const { redirectUrl: _, ...kept } = transaction.result;
  const result: Result = { ...kept, status: target, providerMessage: UNDONE_MESSAGE };
  const answer = {
    ...(attempt.their_id === null ? {} : { theirId: attempt.their_id }),
    ...(attempt.raw_code === null ? {} : { rawCode: attempt.raw_code }),
  };
  return dependencies.store.change({
    transaction,
    at: now,
    ...(waits ? { result } : {}),
    attempt: {
      ended: { reference: attempt.reference, end: { state: 'undone', answer }, endedAt: now },
      from: attempt.state,
    },
    closeCase: row.subject,
    events: [
      eventOf(open, now, 'undo', {
        outcome: 'undone',
        existed: existed ? 'yes' : 'no',
        from: transaction.result.status,
        status: waits ? target : transaction.result.status,
      }),
    ],
  });
}
