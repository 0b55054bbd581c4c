import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { undecidedAmong } from '../../disputes/index.ts';
import { moneyOfPix } from '../../kinds/pix/index.ts';
import type { CapturedSales } from '../../transactions/index.ts';
import { applyNewFees } from './apply-fees.ts';
import type { FeeStore } from './fee-store.ts';
import { keysOfSale, moneyOfSale, receivablesOf } from './lines-of-sale.ts';
import type { ReceivableStore, SaleInLines } from './receivable-store.ts';

const EVERY_MS = 2_000;
/** A change that was stamped may be committed, and seen, so much later, or by another clock. */
const OVERLAP_MS = 30_000;
const SALES_AT_ONCE = 100;
const CHANGES_AT_ONCE = 1_000;
/** Of one run: the rest is read in the next one. */
const MAX_PAGES = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface WriteReceivables {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
  readonly sales: CapturedSales;
  readonly store: ReceivableStore;
  readonly fees: FeeStore;
}

/**
 * Writes what is expected of each sale behind its capture, and anew after each change. It reads changes by their time, the
 * last half minute again each time: what was written already is known by the version of its sale.
 */
export function receivablesJob(dependencies: WriteReceivables): Job {
  const { clock, store } = dependencies;
  let written: ReadonlyMap<string, number> = new Map();
  return {
    name: 'receivables',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      await applyNewFees(dependencies.database, signal);
      await writeOutdated(dependencies, signal);
      const latest = clock.now() - OVERLAP_MS;
      const storedUntil = (await store.readUntil()) ?? 0;
      // A time that lies ahead was written by a clock that was.
      const reading = { from: Math.min(storedUntil, latest), latest, written };
      const read = await readChanges(dependencies, reading, signal);
      written = read.seen;
      // A service without sales commits nothing for this. Where there is more to read, the next run goes on from here.
      if (!read.isAll || (read.isAnything && Math.abs(read.until - storedUntil) >= OVERLAP_MS)) {
        await store.setReadUntil(read.until);
      }
    },
  };
}

interface Reading {
  readonly from: number;
  /** What was changed since may not all be seen yet. */
  readonly latest: number;
  /** What the last run saw since then, by version. */
  readonly written: ReadonlyMap<string, number>;
}

async function readChanges(
  dependencies: WriteReceivables,
  { from, latest, written }: Reading,
  signal: AbortSignal,
) {
  const { sales, store } = dependencies;
  const seen = new Map<string, number>();
  let place = { updatedAt: from, id: FIRST_ID };
  let until = from;
  let isAnything = false;
  for (let pages = 0; pages < MAX_PAGES && !signal.aborted; pages += 1) {
    const changed = await sales.changedAfter(place, CHANGES_AT_ONCE);
    const unknown = changed.filter(({ id, version }) => written.get(id) !== version);
    const known = await store.versionsOf(unknown.map(({ id }) => id));
    const due = unknown.filter(({ id, version }) => known.get(id) !== version);
    const ids = due.map(({ id }) => id);
    if (!(await writeLines(dependencies, { ids, known }, signal))) break;
    for (const { id, version, updatedAt } of changed) if (updatedAt >= latest) seen.set(id, version);
    isAnything ||= changed.length > 0;
    if (changed.length < CHANGES_AT_ONCE) return { until: latest, seen, isAnything, isAll: true };
    place = changed.at(-1) ?? place;
    until = Math.min(place.updatedAt, latest);
  }
  return { until, seen, isAnything, isAll: false };
}

async function writeOutdated(dependencies: WriteReceivables, signal: AbortSignal): Promise<void> {
  for (let pages = 0; pages < MAX_PAGES && !signal.aborted; pages += 1) {
    const ids = await dependencies.store.outdated(CHANGES_AT_ONCE);
    await writeLines(dependencies, { ids, known: new Set(ids) }, signal);
    if (ids.length < CHANGES_AT_ONCE) return;
  }
}

/** False when it was told to stop before all were written. */
async function writeLines(
  dependencies: WriteReceivables,
  { ids, known }: { readonly ids: readonly string[]; readonly known: Pick<ReadonlySet<string>, 'has'> },
  signal: AbortSignal,
): Promise<boolean> {
  const { store } = dependencies;
  for (let at = 0; at < ids.length; at += SALES_AT_ONCE) {
    if (signal.aborted) return false;
    const sales = await linesOfSales(dependencies, ids.slice(at, at + SALES_AT_ONCE));
    const { had = [], fresh = [] } = Object.groupBy(sales, ({ keys }) =>
      known.has(keys.transactionId) ? 'had' : 'fresh',
    );
    await store.replace([...had, ...(await store.add(fresh))]);
  }
  return true;
}

async function linesOfSales(
  { database, time, sales, fees }: WriteReceivables,
  ids: readonly string[],
): Promise<readonly SaleInLines[]> {
  const captured = await sales.of(ids);
  // Read later than its sale, what the bank told may be newer: the sale is then read once more, for its own change.
  const [pix, disputed] = await Promise.all([moneyOfPix(database, ids), undecidedAmong(database, ids)]);
  const feesOf = await fees.finder(captured.map(({ merchantId }) => merchantId));
  return captured.map((sale) => {
    const money = moneyOfSale(sale, pix.get(sale.id), time);
    const { merchantId, provider } = sale;
    const feesOfDay = feesOf({ merchantId, provider, day: money.captureDay });
    const lines = receivablesOf(sale, money, { fees: feesOfDay, isDisputed: disputed.has(sale.id) });
    return { keys: keysOfSale(sale, money), lines };
  });
}
