export { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';
export { type DiskSpace, diskSpace } from './disk.ts';
