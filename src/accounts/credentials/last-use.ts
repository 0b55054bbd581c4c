import type { Job } from '../../platform/jobs/index.ts';
import type { AccountsOptions } from '../options.ts';
import { markUsed } from './store.ts';
import type { CredentialTables } from './tables.ts';

const WRITE_EVERY_MS = 60_000;
/** The use of a credential is stored at most this often: one write in ten minutes for a busy shop. */
const SAME_EVERY_MS = 10 * 60_000;
/** Most that one run stores; the others wait for the next run. */
const MAX_PER_RUN = 200;
const MAX_REMEMBERED = 10_000;

export interface LastUse {
  /** As cheap as a look into a map: it is called with every request. */
  note(credentialId: number): void;
  readonly job: Job;
}

/** Remembers when credentials are used, and stores that in the background. A crash loses the last minute. */
export function createLastUse({ database, clock }: Pick<AccountsOptions, 'database' | 'clock'>): LastUse {
  const waiting = new Map<number, number>();
  const writtenAt = new Map<number, number>();
  return {
    note: (credentialId) => {
      const now = clock.now();
      const before = writtenAt.get(credentialId);
      if (before !== undefined && now >= before && now - before < SAME_EVERY_MS) return;
      if (waiting.size < MAX_REMEMBERED || waiting.has(credentialId)) waiting.set(credentialId, now);
    },
    job: {
      name: 'credentials-last-use',
      everyMs: WRITE_EVERY_MS,
      where: 'everywhere',
      run: async () => {
        const uses = new Map([...waiting].slice(0, MAX_PER_RUN));
        if (uses.size === 0) return;
        await database.write((transaction) => markUsed(transaction.tables<CredentialTables>(), uses));
        for (const [id, usedAt] of uses) {
          if (waiting.get(id) === usedAt) waiting.delete(id);
          writtenAt.delete(id);
          writtenAt.set(id, usedAt);
        }
        for (const id of writtenAt.keys()) {
          if (writtenAt.size <= MAX_REMEMBERED) break;
          writtenAt.delete(id);
        }
      },
    },
  };
}
