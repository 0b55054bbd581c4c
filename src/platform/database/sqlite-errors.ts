import { DatabaseUnavailable } from './database.ts';

const BUSY = 5;
/** Busy, locked, input/output error, full, cannot open: primary result codes of SQLite. */
const UNAVAILABLE = new Set([BUSY, 6, 10, 13, 14]);

/** Another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** DatabaseUnavailable for a fault of the disk or of another process; any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  return UNAVAILABLE.has(primaryCode(error) ?? 0) ? new DatabaseUnavailable(error) : error;
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
