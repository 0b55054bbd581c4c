import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { createIdempotencyStore, type IdempotencyStore } from '../stores/idempotency-store.ts';
import { type HashedRequest, hashRequest, type KeyedRequest } from './key.ts';
import { createOnce, type Once, type OnceDependencies } from './once.ts';

export interface Idempotency {
  readonly once: Once;
  /** HMACs of a key and its request, for those that keep what came of it themselves. */
  hash(request: KeyedRequest): HashedRequest;
  readonly jobs: readonly Job[];
}

/** Requests with an Idempotency-Key take effect once, on all instances of one database. */
export function createIdempotency(
  options: Omit<OnceDependencies, 'keys' | 'hmacKey'> & { database: Database; vault: Vault },
): Idempotency {
  const { database, vault, clock, leftOut } = options;
  const keys = createIdempotencyStore(database);
  const hmacKey = vault.deriveKey('idempotency');
  return {
    once: createOnce({ ...options, keys, hmacKey }),
    hash: (request) => hashRequest(hmacKey, request, leftOut),
    jobs: [idempotencySweep(keys, clock)],
  };
}

/** How long a key returns its first answer (docs/contract/decided.md 3). */
export const IDEMPOTENCY_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Deletes expired keys. */
export function idempotencySweep(store: IdempotencyStore, clock: Clock): Job {
  return sweepJob('forget idempotency keys', (limit) =>
    store.deleteOlder(clock.now() - IDEMPOTENCY_KEPT_MS, limit),
  );
}
