import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';

const EVERY_MS = 2_000;
/** Each sale writes a row of both when it is sent, and again when it is answered. */
const WRITTEN_TWICE = ['transactions', 'attempts'];

/** Frees the room of rows as they were before their answer, so that those of the next sales take it. */
export function reclaimRoom(database: Pick<Database, 'reclaim'>): Job {
  return {
    name: 'reclaim-room',
    everyMs: EVERY_MS,
    firstAfterMs: EVERY_MS,
    where: 'leased',
    run: (signal) => database.reclaim(WRITTEN_TWICE, signal),
  };
}
