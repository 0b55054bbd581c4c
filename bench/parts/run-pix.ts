import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { newPlace, startService } from '../place.ts';
import { type Compared, compare } from '../report/compare.ts';
import { clearCardLoad, pixLoad } from './scenarios.ts';

/** Making a Pix at the simulated bank, against a sale by card at the simulated acquirer: two services, loaded in turn. */
export async function runPix(pace: Pace, cleanup: AsyncDisposableStack): Promise<readonly Compared[]> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const [pix, card] = [await startEmpty(own), await startEmpty(own)];
    const measured = compare(createDriver(pix, pixLoad()), createDriver(card, clearCardLoad()), pace);
    return (await Promise.race([measured, pix.died, card.died])).loads;
  } finally {
    await own.disposeAsync();
  }
}

async function startEmpty(cleanup: AsyncDisposableStack) {
  return startService(cleanup, await newPlace(cleanup, 'sqlite'));
}
