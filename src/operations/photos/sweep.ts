import type { Clock, Database } from '../../platform/index.ts';
import type { PhotoFiles } from './files.ts';
import { deleteUnnamed, selectUnnamed } from './store.ts';
import type { PhotoTables } from './tables.ts';

/** Longer than any request lives: who keeps a photo names it within moments or never. */
const UNNAMED_FOR_MS = 15 * 60_000;
const BATCH = 100;
const MAX_BATCHES = 50;

/** Removes the photos that nothing names: replaced ones, and those whose request was refused or cut off. */
export async function sweepPhotos(
  options: { database: Database; files: Pick<PhotoFiles, 'remove'>; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { database, files, clock } = options;
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
    const unnamed = await selectUnnamed(database.read<PhotoTables>(), {
      createdBefore: clock.now() - UNNAMED_FOR_MS,
      limit: BATCH,
    });
    // The row goes last: as long as it stands, a sweep that was cut off is taken up again.
    for (const photoId of unnamed) await files.remove(photoId);
    if (unnamed.length > 0) {
      await database.write((transaction) => deleteUnnamed(transaction.tables<PhotoTables>(), unnamed));
    }
    if (unnamed.length < BATCH) return;
  }
}
