import { DatabaseUnavailable } from '../database.ts';

const BUSY = 5;
/** Input/output error while syncing, an extended code. */
const SYNC_FAILED = 10 | (4 << 8);
/** A trigger refused a row, an extended code. */
const RAISED = 19 | (7 << 8);
/** Busy, locked, input/output error, full, cannot open: primary result codes of SQLite. */
const UNAVAILABLE = new Set([BUSY, 6, 10, 13, 14]);

/** Another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** A commit's sync failed: what the disk holds is not known any more. */
export function isSyncFailure(error: unknown): boolean {
  return codeOf(error) === SYNC_FAILED;
}

/** A trigger of ours refused a row: the message is its text. */
export function isRaised(error: unknown): boolean {
  return codeOf(error) === RAISED;
}

/** DatabaseUnavailable for a fault of the disk or of another process; any other error as it is. */
export function toUnavailable(error: unknown): unknown {
  return UNAVAILABLE.has(primaryCode(error) ?? 0) ? new DatabaseUnavailable(error) : error;
}

function primaryCode(error: unknown): number | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : code & 0xff;
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;
}
