import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../jobs/job.ts';
import type { Archive } from './archive.ts';

const HOUR_MS = 60 * 60_000;
const EVERY_MS = 6 * HOUR_MS;
/** Its reads start threads, which a service that has just started does not need. */
const FIRST_AFTER_MS = 5 * 60_000;
/** One kind in one run: what is left waits for the next run. All kinds together stay below the longest run of a job. */
const KIND_MS = 60_000;
const LONGEST_REST_MS = 1_000;

/** Rows to read, archive and delete at once: each deletion holds up other writes of the embedded database. */
export const OLD_ROWS_PER_BATCH = 200;

/** Rows whose time is over. */
export interface OldRows {
  /** As they are archived; there may be none. */
  readonly rows: readonly object[];
  /** Deletes them in one commit, but for those that have changed since they were read. */
  remove(): Promise<void>;
}

/** A kind of rows that are kept for a limited time. */
export interface RetainedRows {
  /** Begins the names of its archive's files. */
  readonly kind: string;
  /** Up to OLD_ROWS_PER_BATCH at a time, oldest first. The next ones are read once these were removed. */
  old(): AsyncIterable<OldRows>;
}

/**
 * The job that takes old rows out of the database. With an archive each row is on the disk before it is deleted: a crash
 * in between archives it twice, and loses none. It rests between batches as long as it worked, so that payments find the
 * database free. A kind that fails does not keep the others: its error is thrown at the end.
 */
export function retentionJob(kinds: readonly RetainedRows[], archive: Archive | undefined): Job {
  return {
    name: 'retention',
    where: 'leased',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    run: async (signal) => {
      const errors: unknown[] = [];
      for (const rows of kinds) {
        await removeOld(rows, archive, signal).catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

async function removeOld(
  { kind, old }: RetainedRows,
  archive: Archive | undefined,
  signal: AbortSignal,
): Promise<void> {
  const file = archive?.newFile(kind);
  const deadline = performance.now() + KIND_MS;
  let begunAt = performance.now();
  for await (const { rows, remove } of old()) {
    if (signal.aborted) return;
    if (rows.length > 0) {
      await file?.append(rows);
      await remove();
    }
    const now = performance.now();
    if (signal.aborted || now > deadline) return;
    await sleep(Math.min(now - begunAt, LONGEST_REST_MS));
    begunAt = performance.now();
  }
}
