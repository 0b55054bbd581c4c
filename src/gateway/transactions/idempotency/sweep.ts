import { type Clock, type Job, sweepJob } from '../../../platform/index.ts';
import type { IdempotencyStore } from '../record/index.ts';

/** How long a key returns its first answer (docs/contract/decided.md 3). */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Deletes expired keys. */
export function idempotencySweep(store: IdempotencyStore, clock: Clock): Job {
  return sweepJob('forget idempotency keys', (limit) =>
    store.deleteOlder(clock.now() - IDEMPOTENCY_KEPT_MS, limit),
  );
}
