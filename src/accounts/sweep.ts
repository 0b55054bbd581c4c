import type { Job } from '../platform/index.ts';
import { deleteOldLogins } from './credentials/store.ts';
import { FAILURE_LIFE_MS } from './logins/lockout.ts';
import { deleteOldFailures, deleteOldNetworks, KNOWN_NETWORK_LIFE_MS } from './logins/store.ts';
import type { AccountsOptions } from './options.ts';
import { deleteOldLinks, deleteWaiting } from './persons/store.ts';
import { deleteEndedSessions } from './sessions/store.ts';
import type { AccountTables, Tables } from './tables.ts';

const EVERY_MS = 10 * 60_000;
/** Rows that one transaction deletes. */
export const BATCH = 500;
/** Of each kind in one run: half a million rows. */
const MAX_BATCHES = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** A person that was never activated is dropped after this, whoever's key created it (docs/contract/decided.md 4). */
export const WAITING_LIFE_MS = 90 * DAY_MS;
/** Ended login keys stay for a while, so that what the audit says of them can be looked up. */
const ENDED_LOGIN_LIFE_MS = 7 * DAY_MS;

type DeleteOld = (
  tables: Tables,
  wanted: { readonly before: number; readonly limit: number },
) => Promise<number>;

const ENDED: readonly { readonly lifeMs: number; readonly deleteOld: DeleteOld }[] = [
  { lifeMs: WAITING_LIFE_MS, deleteOld: deleteWaiting },
  { lifeMs: ENDED_LOGIN_LIFE_MS, deleteOld: deleteOldLogins },
  { lifeMs: FAILURE_LIFE_MS, deleteOld: deleteOldFailures },
  { lifeMs: KNOWN_NETWORK_LIFE_MS, deleteOld: deleteOldNetworks },
  { lifeMs: 0, deleteOld: deleteOldLinks },
  { lifeMs: 0, deleteOld: deleteEndedSessions },
];

/** Deletes what has ended, in short transactions: nobody waits for it. */
export function createSweep({ database, clock }: Pick<AccountsOptions, 'database' | 'clock'>): Job {
  return {
    name: 'accounts-sweep',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const now = clock.now();
      for (const { lifeMs, deleteOld } of ENDED) {
        for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
          const deleted = await database.write((transaction) =>
            deleteOld(transaction.tables<AccountTables>(), { before: now - lifeMs, limit: BATCH }),
          );
          if (deleted < BATCH) break;
        }
      }
    },
  };
}
