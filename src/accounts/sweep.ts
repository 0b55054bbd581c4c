import { type Job, sweepJob } from '../platform/jobs/index.ts';
import { deleteOldLogins } from './credentials/login-keys-store.ts';
import { FAILURE_LIFE_MS } from './logins/lockout.ts';
import { deleteOldFailures, deleteOldNetworks, KNOWN_NETWORK_LIFE_MS } from './logins/store.ts';
import type { AccountsOptions } from './options.ts';
import { deleteOldLinks } from './persons/record/link-store.ts';
import { deleteWaiting } from './persons/record/store.ts';
import { deleteEndedSessions } from './sessions/store.ts';
import type { AccountTables, Tables } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A person that was never activated is deleted after this time, no matter who created it (docs/contract/decided.md 4). */
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

/** Deletes what has ended, in short transactions. */
export function createSweep({ database, clock }: Pick<AccountsOptions, 'database' | 'clock'>): Job {
  return sweepJob(
    'accounts-sweep',
    ...ENDED.map(
      ({ lifeMs, deleteOld }) =>
        (limit: number) =>
          database.write((transaction) =>
            deleteOld(transaction.tables<AccountTables>(), { before: clock.now() - lifeMs, limit }),
          ),
    ),
  );
}
