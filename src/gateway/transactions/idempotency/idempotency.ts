import type { Database, Job, Vault } from '../../../platform/index.ts';
import { createIdempotencyStore } from '../record/index.ts';
import { type HashedRequest, hashRequest, type KeyedRequest } from './key.ts';
import { createOnce, type Once, type OnceDependencies } from './once.ts';
import { idempotencySweep } from './sweep.ts';

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
  const { database, vault, clock } = options;
  const keys = createIdempotencyStore(database);
  const hmacKey = vault.deriveKey('idempotency');
  return {
    once: createOnce({ ...options, keys, hmacKey }),
    hash: (request) => hashRequest(hmacKey, request),
    jobs: [idempotencySweep(keys, clock)],
  };
}
