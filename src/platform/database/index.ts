export { checkRow } from './check-row.ts';
export {
  type BulkTable,
  type BulkUpdate,
  type Database,
  DatabaseUnavailable,
  type GroupedWrite,
  type GuardedRow,
  MigrationsLocked,
  NewerDatabase,
  type RoomMigrations,
  UnsafeDatabase,
  type WriteTransaction,
} from './database.ts';
export { areAmong } from './empty-lists.ts';
export { openDatabase, SQLITE_FILE_NAME } from './engines/open.ts';
export { type DatabaseFault, databaseFaultOf } from './faults/fault-kind.ts';
export { isDatabaseFull } from './faults/full-disk.ts';
export { raisedBy } from './faults/raised.ts';
export { groupReads } from './grouped-reads.ts';
export { lockTables } from './lock-tables.ts';
export { announceUpgrade, joinMigrations } from './migrations.ts';
export { readDatabaseClock } from './now.ts';
export { narrowColumns, WITHDRAWN } from './postgres/narrow-columns.ts';
export { serverUrls } from './postgres/servers.ts';
export { isTlsDeclined, unencryptedServer } from './postgres/transport.ts';
export { isUntouched, lockSequence, nextId, nextIds, sequenceMigrations, takeFirstIds } from './sequences.ts';
export { isStamped, stampMigrations, stampOnce } from './stamp.ts';
export { defineTable, type RowOf } from './table.ts';
