import type { Job } from '../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Disputes } from './disputes.ts';
import { dueWarning, isPastAnswer } from './rules/deadline.ts';
import type { Dispute } from './rules/dispute.ts';
import type { OpenPlace } from './store/dispute-store.ts';

const EVERY_MS = 30_000;
const AT_ONCE = 200;

/** Ends disputes whose day to answer has passed, and warns of those whose day comes. */
export function watchDisputesJob({
  disputes,
  clock,
  time,
}: {
  readonly disputes: Disputes;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  return {
    name: 'watch disputes',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const today = time.day(clock.now());
      let after: OpenPlace | undefined;
      do {
        const open = await disputes.store.open(after, AT_ONCE);
        for (const dispute of open) {
          if (signal.aborted) return;
          const due = dueChange(dispute, today);
          if (due) await disputes.change(dispute, due);
        }
        after = open.length === AT_ONCE ? open.at(-1) : undefined;
      } while (after);
    },
  };
}

function dueChange(dispute: Dispute, today: string): Partial<Dispute> | undefined {
  if (isPastAnswer(dispute, today)) return { state: 'expired' };
  const warnedDays = dueWarning(dispute, today);
  return warnedDays === undefined ? undefined : { warnedDays };
}
