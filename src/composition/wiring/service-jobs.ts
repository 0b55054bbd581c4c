import { createJobRunner, type JobRunner } from '../../platform/jobs/index.ts';
import type { ClockWatch } from '../observability/clock-watch.ts';
import { METRICS } from '../observability/metric-catalogue.ts';
import type { Room, RoomParts } from '../room.ts';
import { dueAgain } from './due-again.ts';
import { retention } from './retention.ts';

/** The jobs of all rooms, run by this process. */
export function jobsOf(
  parts: RoomParts,
  built: readonly Room[],
  { clockWatch, runsLeasedJobs }: { readonly clockWatch: ClockWatch; readonly runsLeasedJobs: boolean },
): JobRunner {
  const { rooms, metrics, log, instance } = parts;
  const jobFailures = metrics.counter(METRICS.jobFailures);
  const all = [
    ...instance.jobs,
    ...clockWatch.jobs,
    ...built.flatMap(({ jobs }) => jobs),
    retention(parts),
    dueAgain(parts),
  ].filter(({ where }) => runsLeasedJobs || where === 'everywhere');
  for (const { name } of all) jobFailures.inc({ job_name: name }, 0);
  return createJobRunner({
    database: rooms.database,
    clock: rooms.clock,
    holder: instance,
    jobs: all,
    isUnfit: clockWatch.isWrong,
    onError: (job, error) => {
      jobFailures.inc({ job_name: job });
      log.error({ job, err: error }, 'job failed');
    },
  });
}
