export { type Clock, isTimeZone, type LocalTime, localTime, systemClock } from './clock.ts';
export type {
  BulkTable,
  BulkUpdate,
  ColumnType,
  Database,
  Engine,
  GroupedWrite,
  GuardedRow,
  RoomMigrations,
  WriteTransaction,
} from './database/database.ts';
export { DatabaseUnavailable } from './database/database.ts';
export { openDatabase, SQLITE_FILE_NAME } from './database/open.ts';
export type { Job } from './jobs/job.ts';
export { Refusal, type RefusalRow, type Refuse, refusals } from './refusal.ts';
export { Secret } from './secret.ts';
export type { Vault } from './vault/vault.ts';
