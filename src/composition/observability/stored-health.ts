import { readLastBackup } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { diskSpace, readDatabaseFacts } from '../../platform/health/index.ts';
import { listRuns } from '../../platform/jobs/index.ts';

/** What the database and the data folder tell of the service's health, to the panel and to `guiche doctor`. */
export function storedHealth(database: Database, dataDir: string) {
  return {
    jobs: () => listRuns(database),
    database: () => readDatabaseFacts(database),
    disk: () => diskSpace(dataDir),
    lastBackup: () => readLastBackup(dataDir),
  };
}
