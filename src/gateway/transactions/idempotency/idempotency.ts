import type { Database, Job, Vault } from '../../../platform/index.ts';
import { createIdempotencyStore } from '../record/index.ts';
import { createOnce, type Once, type OnceDependencies } from './once.ts';
import { idempotencySweep } from './sweep.ts';

export interface Idempotency {
  readonly once: Once;
  readonly jobs: readonly Job[];
}

/** Requests with an Idempotency-Key take effect once, on all instances of one database. */
export function createIdempotency(
  options: Omit<OnceDependencies, 'keys' | 'hmacKey'> & { database: Database; vault: Vault },
): Idempotency {
  const { database, vault, clock } = options;
  const keys = createIdempotencyStore(database);
  return {
    once: createOnce({ ...options, keys, hmacKey: vault.deriveKey('idempotency') }),
    jobs: [idempotencySweep(keys, clock)],
  };
}
