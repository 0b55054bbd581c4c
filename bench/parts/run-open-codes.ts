import { setTimeout as sleep } from 'node:timers/promises';
import { openBulkDatabase } from '../data/bulk-database.ts';
import { fillCodes } from '../data/fill-codes.ts';
import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { newPlace, startService } from '../place.ts';
import { type Compared, compare } from '../report/compare.ts';
import { clearCardLoad } from './scenarios.ts';

const COUNTED_EVERY_MS = 5_000;

export interface MeasuredOpenCodes {
  readonly codes: number;
  /** Sales beside them, against a service that has none. */
  readonly loads: readonly Compared[];
  /** How often the bank was asked meanwhile: on the whole, and at most. */
  readonly looksPerSecond: number;
  readonly mostLooks: number;
}

/** What very many codes that nobody pays cost the sales beside them: the service looks at each of them again and again. */
export async function runOpenCodes(pace: Pace, cleanup: AsyncDisposableStack): Promise<MeasuredOpenCodes> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, 'sqlite');
    await fillCodes(place, pace.openCodes, own);
    process.stderr.write(`${pace.openCodes} codes stored\n`);
    const many = await startService(own, place);
    const none = await startService(own, await newPlace(own, 'sqlite'));
    const database = await openBulkDatabase(own, place);
    const looks = async () => {
      const [{ sum } = {}] = await database.rows('select sum(looks) as sum from pix_charges');
      return Number(sum);
    };
    const counting = countLooks(looks);
    const measured = compare(createDriver(many, clearCardLoad()), createDriver(none, clearCardLoad()), pace);
    const { loads } = await Promise.race([measured, many.died, none.died]);
    return { codes: pace.openCodes, loads, ...(await counting.stop()) };
  } finally {
    await own.disposeAsync();
  }
}

function countLooks(looks: () => Promise<number>) {
  const stopped = new AbortController();
  const counts: { readonly at: number; readonly looks: number }[] = [];
  const count = async () => void counts.push({ looks: await looks(), at: performance.now() });
  const counted = (async () => {
    while (!stopped.signal.aborted) {
      await count();
      await sleep(COUNTED_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    if (counts.length < 2) await count();
  })();
  const perSecond = (from: (typeof counts)[number], to: (typeof counts)[number]) =>
    ((to.looks - from.looks) * 1_000) / (to.at - from.at);
  return {
    stop: async () => {
      stopped.abort();
      await counted;
      const [first = { at: 0, looks: 0 }] = counts;
      const steps = counts.slice(1).map((to, index) => perSecond(counts[index] ?? first, to));
      return { looksPerSecond: perSecond(first, counts.at(-1) ?? first), mostLooks: Math.max(...steps) };
    },
  };
}
