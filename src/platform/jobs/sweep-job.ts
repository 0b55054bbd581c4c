import type { Job } from './job.ts';

const EVERY_MS = 10 * 60_000;
/** Small, because each batch holds up every other write. */
const ROWS_PER_BATCH = 500;
/** Of each kind in one run: half a million rows. */
const MAX_BATCHES = 1_000;

/** Deletes up to `limit` rows of one kind whose time is over, and gives how many it deleted. */
export type DeleteBatch = (limit: number) => Promise<number>;

/** A job that deletes rows whose time is over, kind by kind, in batches. */
export function sweepJob(name: string, ...kinds: readonly DeleteBatch[]): Job {
  return {
    name,
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (const deleteBatch of kinds) {
        for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
          if ((await deleteBatch(ROWS_PER_BATCH)) < ROWS_PER_BATCH) break;
        }
      }
    },
  };
}
