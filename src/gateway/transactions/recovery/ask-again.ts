import { unbelievableForMs } from '../../providers/index.ts';
import { maxProcessingMs } from '../acquirer-call.ts';
import { type OpenCase, putOff, RECOVERY, type RecoveryDependencies } from './context.ts';
import type { Unproven } from './judge-attempt.ts';

/**
 * The only place that decides when the acquirer is asked again: by the schedule; after "not found" as soon as
 * that can be proof, and then once more shortly after, because only the second one in a row is proof
 * (docs/contract/acquirers.md, G.5 step 7).
 */
export async function askAgain(
  dependencies: RecoveryDependencies,
  open: OpenCase,
  unproven: Unproven,
  query: {
    /** What was sent: the attempt's reference or the movement's id. */
    readonly subject: string;
    /** Text for the history. */
    readonly found: 'not found' | 'nothing moved';
    /** Refunds that the acquirer accepted are polled for as long as it may take over them. */
    readonly pace?: 'query' | 'refund';
  },
): Promise<void> {
  const { ages, kinds, schedule, clock } = dependencies;
  const { row, route, asked } = open;
  const { subject } = row;
  const now = clock.now();
  const after = query.pace === 'refund' ? schedule.afterRefundPoll : schedule.afterQuery;
  const due = after(row.openedAt, row.tries + 1, now);
  if (unproven.kind === 'ask_again') {
    const { reason } = unproven;
    const details = { subject, found: 'nothing certain', reason };
    await putOff(
      dependencies,
      open,
      { at: now, nextAt: due, reason },
      { kind: 'queried', origin: RECOVERY, details },
    );
    return;
  }
  const believable = now + unbelievableForMs(ages.of(query.subject), maxProcessingMs(kinds, route, asked));
  const nextAt = unproven.counts ? schedule.confirmNotFound(now) : Math.min(due ?? believable, believable);
  const notFound = unproven.counts ? row.notFound + 1 : 0;
  await putOff(
    dependencies,
    open,
    {
      at: now,
      nextAt: Math.max(Math.ceil(nextAt), now + 1),
      notFound,
      reason: query.found === 'not found' ? 'not found at the acquirer' : query.found,
    },
    { kind: 'queried', origin: RECOVERY, details: { subject, found: query.found, counted: notFound } },
  );
}
