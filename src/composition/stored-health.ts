import { type Database, diskSpace, listRuns, readDatabaseFacts, readLastBackup } from '../platform/index.ts';

/** What the database and the data folder tell of the service's health, to the panel and to `guiche doctor`. */
export function storedHealth(database: Database, dataDir: string) {
  return {
    jobs: () => listRuns(database),
    database: () => readDatabaseFacts(database),
    disk: () => diskSpace(dataDir),
    lastBackup: () => readLastBackup(dataDir),
  };
}
