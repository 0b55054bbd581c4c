import type { Job } from './job.ts';

const EVERY_MS = 10 * 60_000;
/** Small, because each batch holds up every other write. */
const ROWS_PER_BATCH = 500;
const MAX_BATCHES = 200;

/** A job that deletes rows whose time is over, in batches: `deleteBatch` deletes up to `limit` and tells how many. */
export function sweepJob(name: string, deleteBatch: (limit: number) => Promise<number>): Job {
  return {
    name,
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      let deleted = ROWS_PER_BATCH;
      for (let batches = 0; batches < MAX_BATCHES && deleted === ROWS_PER_BATCH; batches += 1) {
        if (signal.aborted) return;
        deleted = await deleteBatch(ROWS_PER_BATCH);
      }
    },
  };
}
