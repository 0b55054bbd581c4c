import type { Database, Job, Vault } from '../../../platform/index.ts';
import { createIdempotencyStore } from '../record/index.ts';
import { forgetJob } from './forget.ts';
import { createOnce, type Once, type OnceDependencies } from './once.ts';

export interface Idempotency {
  readonly once: Once;
  readonly jobs: readonly Job[];
}

/** What makes requests with an Idempotency-Key happen once, on every instance of one database. */
export function createIdempotency(
  options: Omit<OnceDependencies, 'keys' | 'hmacKey'> & { database: Database; vault: Vault },
): Idempotency {
  const { database, vault, clock } = options;
  const keys = createIdempotencyStore(database);
  return {
    once: createOnce({ ...options, keys, hmacKey: vault.deriveKey('idempotency') }),
    jobs: [forgetJob(keys, clock)],
  };
}
