import { DatabaseUnavailable } from './database.ts';

const BUSY = 5;
/** Busy, locked, input/output error, full, cannot open: primary result codes of SQLite. */
const AWAY = new Set([BUSY, 6, 10, 13, 14]);

/** Another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** The fault is the disk's or another process's, not the statement's. */
export function isSqliteAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || AWAY.has(primaryCode(error) ?? 0);
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
