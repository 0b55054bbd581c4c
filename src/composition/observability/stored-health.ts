import type { PixAccountStore } from '../../gateway/kinds/pix/index.ts';
import type { MerchantAccounts } from '../../gateway/providers/index.ts';
import { readLastBackup } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { diskSpace, readDatabaseFacts } from '../../platform/health/index.ts';
import { listRuns } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { bankNotices } from './bank-notices.ts';
import { cardAccounts } from './card-accounts.ts';
import { certificateEnds } from './certificate-ends.ts';

/** What the database and the data folder tell of the service's health, to the panel and to `guiche doctor`. */
export function storedHealth(
  {
    database,
    merchantAccounts,
    pixAccounts,
    clock,
  }: {
    readonly database: Database;
    readonly merchantAccounts: Pick<MerchantAccounts, 'list' | 'settings'>;
    readonly pixAccounts: Pick<PixAccountStore, 'all'>;
    readonly clock: Clock;
  },
  dataDir: string,
) {
  return {
    jobs: () => listRuns(database),
    database: () => readDatabaseFacts(database),
    disk: () => diskSpace(dataDir),
    cardAccounts: () => cardAccounts({ database, merchantAccounts, clock }),
    certificates: certificateEnds(merchantAccounts, clock),
    notices: () => bankNotices({ merchantAccounts, pixAccounts }),
    lastBackup: () => readLastBackup(dataDir),
  };
}
