import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { isDiskFull } from '../../files/file-fault.ts';
import { databaseErrorCode } from './fault-kind.ts';

/** The server's own code for a disk without space. */
const SERVER_DISK_FULL = '53100';
/** SQLite's code for a write that failed otherwise, as for a quota that is used up. */
const WRITE_FAILED = 10 | (3 << 8);
/** More than a commit of many sales takes. */
const ROOM_BYTES = 1_048_576;
const PROBE_SUFFIX = '-room';

/** Whether the database, of whichever engine, could not write because its disk or quota is full. */
export function isDatabaseFull(error: unknown): boolean {
  if (isDiskFull(error) || databaseErrorCode(error) === SERVER_DISK_FULL) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === WRITE_FAILED;
}

/**
 * Whether the disk takes more beside this file. A write to the database itself would not tell: it may fall into room that its
 * files have already. Random bytes, because a disk that compresses has room for others.
 */
export async function hasRoomBeside(file: string): Promise<boolean> {
  const path = `${file}${PROBE_SUFFIX}`;
  try {
    const probe = await open(path, 'w', 0o600);
    try {
      await probe.writeFile(randomBytes(ROOM_BYTES));
      await probe.datasync();
    } finally {
      await probe.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/**
 * One transaction that leaves nothing, and needs new pages of its own: rows of an existing table may fall into room that it
 * has already.
 */
export function roomProbe(): string {
  const table = `guiche_room_${randomBytes(8).toString('hex')}`;
  return (
    `create table ${table} (filling text); ` +
    `insert into ${table} select repeat('x', 1900) from generate_series(1, 64); drop table ${table}`
  );
}
