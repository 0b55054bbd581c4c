import type { Clock, Job } from '../../../platform/index.ts';
import type { IdempotencyStore } from './store.ts';

/** How long a key answers with its first answer (decisions 3). */
export const KEPT_MS = 7 * 24 * 60 * 60_000;
const EVERY_MS = 10 * 60_000;
/** Small, because each batch holds up every other write. */
const KEYS_PER_BATCH = 500;
const MAX_BATCHES = 200;

/** Deletes the keys whose time is over. */
export function forgetJob(store: IdempotencyStore, clock: Clock): Job {
  return {
    name: 'forget idempotency keys',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      let deleted = KEYS_PER_BATCH;
      for (let batches = 0; batches < MAX_BATCHES && deleted === KEYS_PER_BATCH; batches += 1) {
        if (signal.aborted) return;
        deleted = await store.deleteOlder(clock.now() - KEPT_MS, KEYS_PER_BATCH);
      }
    },
  };
}
