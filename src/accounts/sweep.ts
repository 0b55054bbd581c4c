import type { Job } from '../platform/index.ts';
import { deleteOldLogins } from './credentials/store.ts';
import { FAILURE_LIFE_MS } from './logins/lockout.ts';
import { deleteOldFailures } from './logins/store.ts';
import type { AccountsOptions } from './options.ts';
import { deleteKeylessWaiting, deleteOldLinks } from './persons/store.ts';
import type { AccountTables } from './tables.ts';

const EVERY_MS = 10 * 60_000;
/** Rows of each kind that one run deletes. */
const MAX_ROWS = 500;
const DAY_MS = 24 * 60 * 60_000;
/** A person that was created without a key and never activated is dropped after this (decisions 4). */
export const KEYLESS_WAITING_LIFE_MS = 90 * DAY_MS;
/** Ended login keys stay for a while, so that what the audit says of them can be looked up. */
const ENDED_LOGIN_LIFE_MS = 7 * DAY_MS;

/** Deletes what has ended: nobody waits for it, so one bounded step at a time is enough. */
export function createSweep({ database, clock }: Pick<AccountsOptions, 'database' | 'clock'>): Job {
  return {
    name: 'accounts-sweep',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async () => {
      const now = clock.now();
      await database.write(async (transaction) => {
        const tables = transaction.tables<AccountTables>();
        const ended = (lifeMs: number) => ({ before: now - lifeMs, limit: MAX_ROWS });
        await deleteKeylessWaiting(tables, ended(KEYLESS_WAITING_LIFE_MS));
        await deleteOldLogins(tables, ended(ENDED_LOGIN_LIFE_MS));
        await deleteOldFailures(tables, ended(FAILURE_LIFE_MS));
        await deleteOldLinks(tables, ended(0));
      });
    },
  };
}
