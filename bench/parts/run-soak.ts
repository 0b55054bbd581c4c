import { openStorage } from '../data/storage.ts';
import { createDriver } from '../load/driver.ts';
import { newPlace, startService } from '../place.ts';
import { answerTo, clearCardLoad } from './scenarios.ts';

const CAPACITY_CONNECTIONS = 32;
const WARM_UP_MS = 2_000;
const CAPACITY_MS = 10_000;
const SHARE_OF_CAPACITY = 0.5;
const WINDOW_MS = 60_000;
const MINUTES_PER_HOUR = 60;

/** One minute of the soak. */
export interface Window {
  readonly minute: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly rssMb: number;
}

export interface Soak {
  readonly capacityPerSecond: number;
  readonly perSecond: number;
  readonly answers: number;
  /** Equal to the number of answers, otherwise the soak fails. */
  readonly rows: number;
  readonly windows: readonly Window[];
  /** Slope of the second half, by least squares: caches still fill in the first half. */
  readonly memorySlopeMbPerHour: number;
  /** Median p99 of the last third over that of the first. */
  readonly p99Drift: number;
}

/** Sells at half of the measured capacity for `minutes`. Throws for an unexpected answer or row count. */
export async function runSoak(
  engine: 'sqlite' | 'postgres',
  minutes: number,
  cleanup: AsyncDisposableStack,
  onWindow: (window: Window) => void,
): Promise<Soak> {
  const place = await newPlace(cleanup, engine);
  const service = await startService(cleanup, place);
  const load = clearCardLoad();
  await answerTo(service.address, load);
  const storage = await openStorage(cleanup, place);
  const driver = createDriver(service, load);
  await driver.closedLoop(CAPACITY_CONNECTIONS, WARM_UP_MS);
  const { perSecond: capacityPerSecond } = await driver.closedLoop(CAPACITY_CONNECTIONS, CAPACITY_MS);
  const perSecond = Math.max(1, Math.floor(capacityPerSecond * SHARE_OF_CAPACITY));
  const others = (await storage.rows('transactions')) - driver.answers;

  const windows: Window[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { p50Ms, p99Ms } = await Promise.race([driver.arrivals(perSecond, WINDOW_MS), service.died]);
    const window = { minute, p50Ms, p99Ms, rssMb: service.usage()?.rssMb ?? Number.NaN };
    windows.push(window);
    onWindow(window);
  }
  const { answers } = driver;
  const rows = (await storage.rows('transactions')) - others;
  if (rows !== answers) throw new Error(`${answers} answers, but ${rows} rows were stored`);
  return { capacityPerSecond, perSecond, answers, rows, windows, ...trends(windows) };
}

/** The trends of memory and latency over the windows. */
export function trends(windows: readonly Window[]): Pick<Soak, 'memorySlopeMbPerHour' | 'p99Drift'> {
  const later = windows.slice(Math.floor(windows.length / 2));
  const third = Math.max(1, Math.floor(windows.length / 3));
  const p99 = windows.map((window) => window.p99Ms);
  return {
    memorySlopeMbPerHour:
      slope(later.map(({ minute, rssMb }) => ({ x: minute, y: rssMb }))) * MINUTES_PER_HOUR,
    p99Drift: median(p99.slice(-third)) / median(p99.slice(0, third)),
  };
}

function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return 0;
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
