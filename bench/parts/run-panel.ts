import { localTime } from '../../src/platform/time/clock.ts';
import { fillSales } from '../data/fill-sales.ts';
import { createDriver, type Driver } from '../load/driver.ts';
import { LoadFailed } from '../load/load.ts';
import type { Pace } from '../load/pace.ts';
import { panelCalls } from '../load/panel-calls.ts';
import { logIn, type MeasuredCall, measuredCalls, readJson, startReaders } from '../load/read-panel.ts';
import { median } from '../load/statistics.ts';
import { newPlace, startService } from '../place.ts';
import { clearCardLoad } from './scenarios.ts';

const CONNECTIONS = 32;
const DAY_MS = 24 * 60 * 60_000;

/** Payments at even intervals: medians of the rounds. */
interface Payments {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface MeasuredPanel {
  readonly engine: 'sqlite' | 'postgres';
  readonly sales: number;
  readonly tillSales: number;
  readonly filledInMs: number;
  /** Highest rate of payments without the panel. */
  readonly capacityPerSecond: number;
  /** At half of that rate. */
  readonly alone: Payments;
  readonly withPanel: Payments;
  readonly calls: readonly MeasuredCall[];
}

/** The panel used by several people over many stored sales, while payments run at half of the service's capacity. */
export async function runPanel(
  engine: MeasuredPanel['engine'],
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredPanel> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, engine);
    const startedAt = performance.now();
    const { tillSales } = await fillSales(place, pace.panelSales, own);
    const filledInMs = performance.now() - startedAt;
    const service = await startService(own, place);
    const cookie = await logIn(service.address);
    await checkFigures(service.address, cookie, pace.panelSales + tillSales);
    const driver = createDriver(service, clearCardLoad());
    await driver.closedLoop(CONNECTIONS, pace.warmUpMs);
    const measured = measure(driver, { address: service.address, cookie }, pace, own);
    return {
      engine,
      sales: pace.panelSales,
      tillSales,
      filledInMs,
      ...(await Promise.race([measured, service.died])),
    };
  } finally {
    await own.disposeAsync();
  }
}

/** In turn without and with the panel, so that what else the machine does counts for both. */
async function measure(
  driver: Driver,
  { address, cookie }: { readonly address: string; readonly cookie: string },
  pace: Pace,
  cleanup: AsyncDisposableStack,
) {
  const now = Date.now();
  const calls = panelCalls((daysAgo) => localTime('America/Sao_Paulo').day(now - daysAgo * DAY_MS));
  const { perSecond: capacityPerSecond } = await driver.closedLoop(CONNECTIONS, pace.windowMs);
  const half = Math.max(1, Math.round(capacityPerSecond / 2));
  const alone: Payments[] = [];
  const withPanel: Payments[] = [];
  const times: Awaited<ReturnType<Awaited<ReturnType<typeof startReaders>>>>[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    alone.push(await timed(driver, half, pace));
    const stop = await startReaders(cleanup, { address, cookie, calls });
    withPanel.push(await timed(driver, half, pace));
    times.push(await stop());
  }
  return {
    capacityPerSecond,
    alone: medians(alone),
    withPanel: medians(withPanel),
    calls: measuredCalls(calls, times),
  };
}

/** The rate at which answers were received, whatever the intended rate. */
async function timed(driver: Driver, half: number, pace: Pace): Promise<Payments> {
  const startedAt = performance.now();
  const { requests, p50Ms, p99Ms } = await driver.arrivals(half, pace.arrivalsMs);
  return { perSecond: (requests * 1_000) / (performance.now() - startedAt), p50Ms, p99Ms };
}

function medians(rounds: readonly Payments[]): Payments {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  };
}

/** The panel's figures must know of every stored sale: otherwise it would be measured over other data than told. */
async function checkFigures(address: string, cookie: string, stored: number): Promise<void> {
  const { count } = (await readJson(address, '/sales/summary', cookie)) as { count: number };
  if (count !== stored) throw new LoadFailed(`${stored} sales were stored, but the summary has ${count}`);
}
