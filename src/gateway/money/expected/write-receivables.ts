import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { undecidedAmong } from '../../disputes/index.ts';
import { moneyOfPix } from '../../kinds/pix/index.ts';
import type { CapturedSales, ChangedSale } from '../../transactions/index.ts';
import { applyNewFees } from './apply-fees.ts';
import type { FeeStore } from './fee-store.ts';
import { moneyOfSale, receivablesOf } from './lines-of-sale.ts';
import type { ReceivableStore, SaleInLines } from './receivable-store.ts';

const EVERY_MS = 2_000;
/** A change that was stamped may be committed, and seen, so much later, or by another clock. */
const OVERLAP_MS = 30_000;
/** It nearly always is within this. */
const MOMENTS_MS = 10_000;
/** Read anew where a clock was set back: what was written is known by its version. */
const DAY_MS = 24 * 60 * 60_000;
const SALES_AT_ONCE = 100;
const CHANGES_AT_ONCE = 1_000;
/** Pages of one run with something to write: the rest is written in the next one. */
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
 * Writes what is expected of each sale behind its capture, and anew after each change. It reads changes by their time: at each
 * run the last moments, and every half minute again all from half a minute before the last such look. What was written already
 * is known by the version of its sale.
 */
export function receivablesJob(dependencies: WriteReceivables): Job {
  const { clock, store } = dependencies;
  const written = new Map<string, number>();
  let lookedBackAt = Number.NEGATIVE_INFINITY;
  const lookBack = async (now: number, signal: AbortSignal): Promise<void> => {
    const storedUntil = (await store.readUntil()) ?? 0;
    // A time that lies ahead was written by a clock that was: sales may have been stamped behind it since.
    const from = storedUntil > now - OVERLAP_MS ? now - DAY_MS : storedUntil;
    const read = await readChanges(dependencies, { from, written }, signal);
    const until = Math.min(read.until, now - OVERLAP_MS);
    written.clear();
    for (const { id, version, updatedAt } of read.seen) if (updatedAt >= until) written.set(id, version);
    if (read.isAll) lookedBackAt = now;
    // A service without sales commits nothing for this. Where there is more to read, the next run goes on from here.
    if (!read.isAll || (read.seen.length > 0 && Math.abs(until - storedUntil) >= OVERLAP_MS)) {
      await store.setReadUntil(until);
    }
  };
  let readAt = 0;
  return {
    name: 'receivables',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      await applyNewFees(dependencies.database, signal);
      await writeOutdated(dependencies, signal);
      const now = clock.now();
      if (Math.abs(now - lookedBackAt) >= OVERLAP_MS) await lookBack(now, signal);
      else {
        const read = await readChanges(dependencies, { from: readAt - MOMENTS_MS, written }, signal);
        for (const { id, version } of read.seen) written.set(id, version);
        if (!read.isAll) lookedBackAt = Number.NEGATIVE_INFINITY;
      }
      readAt = now;
    },
  };
}

interface Reading {
  readonly from: number;
  /** What was seen and written lately, by version. */
  readonly written: ReadonlyMap<string, number>;
}

async function readChanges(
  dependencies: WriteReceivables,
  { from, written }: Reading,
  signal: AbortSignal,
): Promise<{ readonly seen: readonly ChangedSale[]; readonly until: number; readonly isAll: boolean }> {
  const { sales, store } = dependencies;
  const seen: ChangedSale[] = [];
  let place = { updatedAt: from, id: FIRST_ID };
  for (let pages = 0; pages < MAX_PAGES && !signal.aborted; ) {
    const changed = await sales.changedAfter(place, CHANGES_AT_ONCE);
    const unknown = changed.filter(({ id, version }) => written.get(id) !== version);
    const known = await store.versionsOf(unknown.map(({ id }) => id));
    const due = unknown.filter(({ id, version }) => known.get(id) !== version);
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) pages += 1;
    if (!(await writeLines(dependencies, { ids, known }, signal))) break;
    seen.push(...changed);
    if (changed.length < CHANGES_AT_ONCE) return { seen, until: Number.POSITIVE_INFINITY, isAll: true };
    place = changed.at(-1) ?? place;
  }
  return { seen, until: place.updatedAt, isAll: false };
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
    const { had = [], fresh = [] } = Object.groupBy(sales, ({ transactionId }) =>
      known.has(transactionId) ? 'had' : 'fresh',
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
    return { transactionId: sale.id, lines };
  });
}
