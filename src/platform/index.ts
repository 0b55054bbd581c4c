export { readAmountText } from './amount-text.ts';
export { BackupIncomplete, BackupRefused, backupSqlite } from './backup/backup-sqlite.ts';
export { type LastBackup, leaveLastBackup, readLastBackup } from './backup/last-backup.ts';
export { openSqliteCopy, type SqliteCopy } from './backup/open-copy.ts';
export { boundedCache } from './bounded-cache.ts';
export { type Clock, isTimeZone, type LocalTime, localTime, systemClock } from './clock.ts';
export { checkRow } from './database/check-row.ts';
export type {
  BulkTable,
  BulkUpdate,
  Database,
  GroupedWrite,
  GuardedRow,
  RoomMigrations,
  WriteTransaction,
} from './database/database.ts';
export { DatabaseUnavailable, MigrationsLocked, NewerDatabase, UnsafeDatabase } from './database/database.ts';
export { areAmong } from './database/empty-lists.ts';
export { isDatabaseFull } from './database/full-disk.ts';
export { groupReads } from './database/grouped-reads.ts';
export { announceUpgrade, joinMigrations } from './database/migrations.ts';
export { readDatabaseClock } from './database/now.ts';
export { openDatabase, SQLITE_FILE_NAME } from './database/open.ts';
export { type DatabaseFault, databaseFaultOf } from './database/postgres/fault-kind.ts';
export { narrowColumns, WITHDRAWN } from './database/postgres/narrow-columns.ts';
export { serverUrls } from './database/postgres/servers.ts';
export { isTlsDeclined, unencryptedServer } from './database/postgres/transport.ts';
export { raisedBy } from './database/raised.ts';
export {
  isUntouched,
  lockSequence,
  nextId,
  nextIds,
  sequenceMigrations,
  takeFirstIds,
} from './database/sequences.ts';
export { isStamped, stampMigrations, stampOnce } from './database/stamp.ts';
export { defineTable, type RowOf } from './database/table.ts';
export { dueAgainJob, type Waiting } from './due-again.ts';
export { createFairLimiter, type Limiter, type LimiterOptions } from './fair-limiter.ts';
export { FairQueue } from './fair-queue.ts';
export {
  FIGURE_COLUMNS,
  FIGURE_NAMES,
  type Figures,
  NO_FIGURES,
  plus,
  readFigures,
  SUMS_OF_FIGURES,
} from './figures.ts';
export { fileFault, isDiskFull } from './file-fault.ts';
export { type DatabaseFacts, readDatabaseFacts } from './health/database-facts.ts';
export { type DiskSpace, diskSpace } from './health/disk.ts';
export * from './http/index.ts';
export { firstUuidAt, isUuid, NIL_UUID, referenceMaker, timeOfUuid, uuidMaker } from './ids.ts';
export { createInstance, type Instance, type ListedInstance } from './instances/instance.ts';
export { AlreadyServed } from './instances/serving-lock.ts';
export { instanceMigrations } from './instances/store.ts';
export type { Job } from './jobs/job.ts';
export { createJobRunner, type JobRunner } from './jobs/runner.ts';
export { type JobRun, jobMigrations, listRuns } from './jobs/store.ts';
export { sweepJob } from './jobs/sweep-job.ts';
export { createKeyedSemaphore } from './keyed-semaphore.ts';
export { createKnownAges, type KnownAges } from './known-ages.ts';
export { createLog, LOG_LEVELS, type Log, type LogLevel } from './logs.ts';
export {
  boundedLabel,
  createMetrics,
  type MetricDefinition,
  type Metrics,
  PLATFORM_METRICS,
} from './metrics.ts';
export { counted, moneyText, numberText } from './number-text.ts';
export { onceMade } from './once-made.ts';
export { onParentEnded } from './parent-process.ts';
export { FolderNotPrivate, makePrivateFolder } from './private-folder.ts';
export { Refusal, type RefusalRow, type Refuse, refusals } from './refusal.ts';
export { replaceFile } from './replace-file.ts';
export { ARCHIVE_FOLDER, createArchive, readArchive } from './retention/archive.ts';
export {
  OLD_ROWS_PER_BATCH,
  type OldRows,
  type RetainedRows,
  retentionJob,
} from './retention/retention-job.ts';
export { documentKey, searchKey } from './search-key.ts';
export { type ListWanted, type PageBelow, searchNewest } from './search-newest.ts';
export { Secret } from './secret.ts';
export { shareRunning } from './share-running.ts';
export { createSharedClock, type SharedClock } from './shared-clock.ts';
export { optimize, optimizeFromFirstRequest, releaseStartupMemory } from './startup-memory.ts';
export { tokenMaker } from './token-maker.ts';
export { loadTracing } from './tracing/load-tracing.ts';
export { traceCommits } from './tracing/trace-commits.ts';
export { traceRequests } from './tracing/trace-requests.ts';
export { SAMPLERS, type TraceSettings } from './tracing/trace-settings.ts';
export type { TracePlace, Tracing } from './tracing/tracing.ts';
export { openVault, VaultLocked } from './vault/open.ts';
export { vaultMigrations } from './vault/store.ts';
export type { Vault } from './vault/vault.ts';
export { isVisible } from './visible-text.ts';
export { startWorkerProcesses } from './worker-processes/primary.ts';
export { type WorkerProcess, workerProcess } from './worker-processes/worker.ts';
export { WorkerNotStarted } from './worker-processes/worker-slots.ts';
