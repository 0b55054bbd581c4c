import type { Pace } from '../load/pace.ts';
import { median } from '../load/statistics.ts';
import { newPlace, type Place, startService } from '../place.ts';

/** How long the service takes from the start of its process until it prints its address. */
export interface MeasuredStarts {
  readonly count: number;
  /** With a new data folder. */
  readonly newFolderMs: number;
  /** With the same folder again. */
  readonly usedFolderMs: number;
}

/** On SQLite, from code that is compiled already; medians. */
export async function runStarts(pace: Pace, cleanup: AsyncDisposableStack): Promise<MeasuredStarts> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    // Compiles what was not compiled before.
    await startOn(await newPlace(own, 'sqlite'), own);
    const times: { readonly newFolder: number; readonly usedFolder: number }[] = [];
    for (let count = 0; count < pace.starts; count += 1) {
      const place = await newPlace(own, 'sqlite');
      times.push({ newFolder: await startOn(place, own), usedFolder: await startOn(place, own) });
    }
    return {
      count: pace.starts,
      newFolderMs: median(times.map(({ newFolder }) => newFolder)),
      usedFolderMs: median(times.map(({ usedFolder }) => usedFolder)),
    };
  } finally {
    await own.disposeAsync();
  }
}

async function startOn(place: Place, cleanup: AsyncDisposableStack): Promise<number> {
  const running = cleanup.use(new AsyncDisposableStack());
  const startedAt = performance.now();
  await startService(running, place);
  const milliseconds = performance.now() - startedAt;
  await running.disposeAsync();
  return milliseconds;
}
