import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PhotoFiles } from './files.ts';
import { deleteUnreferenced, selectUnreferenced } from './store.ts';
import type { PhotoTables } from './tables.ts';

/** Longer than any request: a photo is referenced moments after it was stored, or never. */
const UNREFERENCED_FOR_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const BATCH = 100;
const MAX_BATCHES = 50;

/**
 * Removes photos that nothing refers to for so many days, or a quarter of an hour when those are 0: replaced ones, and
 * those whose request was refused or interrupted.
 */
export async function sweepPhotos(
  options: { database: Database; files: Pick<PhotoFiles, 'remove'>; clock: Clock; keptDays: number },
  signal: AbortSignal,
): Promise<void> {
  const { database, files, clock, keptDays } = options;
  const keptMs = Math.max(UNREFERENCED_FOR_MS, keptDays * DAY_MS);
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
    const unreferenced = await selectUnreferenced(database.read<PhotoTables>(), {
      before: clock.now() - keptMs,
      limit: BATCH,
    });
    // The row is deleted last: until then an interrupted sweep is repeated.
    for (const photoId of unreferenced) await files.remove(photoId);
    if (unreferenced.length > 0) {
      await database.write((transaction) =>
        deleteUnreferenced(transaction.tables<PhotoTables>(), unreferenced),
      );
    }
    if (unreferenced.length < BATCH) return;
  }
}
