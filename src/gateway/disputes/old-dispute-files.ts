import { type Job, sweepJob } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { DisputeFiles } from './store/dispute-files.ts';

/** Longer than any dispute lasts, and than shops are asked for papers of one. */
const KEPT_MS = (5 * 365 + 1) * 24 * 60 * 60_000;

/** Forgets what shops added to disputes five years after. */
export function oldDisputeFilesJob({
  files,
  clock,
}: {
  readonly files: Pick<DisputeFiles, 'deleteBefore'>;
  readonly clock: Clock;
}): Job {
  return sweepJob('forget dispute files', (limit) => files.deleteBefore(clock.now() - KEPT_MS, limit));
}
