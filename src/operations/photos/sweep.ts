import type { Clock, Database } from '../../platform/index.ts';
import type { PhotoFiles } from './files.ts';
import { deleteUnreferenced, selectUnreferenced } from './store.ts';
import type { PhotoTables } from './tables.ts';

/** Longer than any request: a photo is referenced moments after it was stored, or never. */
const UNREFERENCED_FOR_MS = 15 * 60_000;
const BATCH = 100;
const MAX_BATCHES = 50;

/** Removes photos that nothing refers to: replaced ones, and those whose request was refused or interrupted. */
export async function sweepPhotos(
  options: { database: Database; files: Pick<PhotoFiles, 'remove'>; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { database, files, clock } = options;
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
    const unreferenced = await selectUnreferenced(database.read<PhotoTables>(), {
      createdBefore: clock.now() - UNREFERENCED_FOR_MS,
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
