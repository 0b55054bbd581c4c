import { type Clock, type Job, sweepJob } from '../../../platform/index.ts';
import type { IdempotencyStore } from '../record/index.ts';

/** How long a key answers with its first answer (decisions 3). */
export const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Deletes the keys whose time is over. */
export function forgetJob(store: IdempotencyStore, clock: Clock): Job {
  return sweepJob('forget idempotency keys', (limit) => store.deleteOlder(clock.now() - KEPT_MS, limit));
}
