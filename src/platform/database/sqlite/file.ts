import { DatabaseSync } from 'node:sqlite';

/** At the start, and for readers: the service waits for the write lock without blocking (sqlite.ts). */
const BUSY_TIMEOUT_MS = 10_000;
/** 64 MB, so that pages that change often are checkpointed less often. */
const WAL_PAGES_BEFORE_CHECKPOINT = 16_384;

/** A connection to the file, which one that writes creates. `busyTimeoutMs`: how long it blocks while others hold its lock. */
export function openSqliteFile(
  path: string,
  access: 'read' | 'write',
  busyTimeoutMs = BUSY_TIMEOUT_MS,
): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: access === 'read' });
  if (access === 'write') {
    file.exec('pragma journal_mode = wal');
    file.exec('pragma synchronous = full');
    file.exec(`pragma wal_autocheckpoint = ${WAL_PAGES_BEFORE_CHECKPOINT}`);
  }
  file.exec('pragma foreign_keys = on');
  return file;
}
