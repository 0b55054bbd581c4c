import { setTimeout as sleep } from 'node:timers/promises';
import { createDriver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { newPlace, startService } from '../place.ts';
import { clearCardLoad, type Scenario } from './scenarios.ts';

/** What the simulator's scenarios 601 and 602 take, before the time scale. */
const SLOW_MS = 5_000;
const SLOWEST_MS = 25_000;
const ANSWER_MS = 120;
const TIME_SCALE = SLOW_MS / ANSWER_MS;
const SLOWEST_SHARE = 0.02;

/** Compared with another version like other payments. */
export const SLOW_ACQUIRER: Scenario = {
  name: 'slow-acquirer',
  title: 'Clear-card authorization through a slow acquirer, SQLite',
  engine: 'sqlite',
  settings: {
    GUICHE_SIM_TIME_SCALE: String(TIME_SCALE),
    GUICHE_SIM_FAULTS: `601=${1 - SLOWEST_SHARE},602=${SLOWEST_SHARE}`,
  },
  table: 'transactions',
  // In the usual window each connection would send hardly more than its first sale.
  paceOf: (usual) => ({ ...usual, connections: [usual.slowConnections], windowMs: usual.arrivalsMs }),
  load: async () => clearCardLoad(),
};

/** Sales through an acquirer that takes its time, as real ones do: most of the requests only wait. */
export interface MeasuredSlowAcquirer {
  readonly connections: number;
  /** What the acquirer takes for most sales, and for one in fifty. */
  readonly acquirerMs: readonly [usual: number, slowest: number];
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cores: number | undefined;
  /** Megabytes (10^6). */
  readonly idleRssMb: number | undefined;
  readonly loadedRssMb: number | undefined;
}

/** On SQLite. Throws LoadFailed for an unexpected answer. */
export async function runSlowAcquirer(
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredSlowAcquirer> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, SLOW_ACQUIRER.engine);
    const service = await startService(own, place, SLOW_ACQUIRER.settings);
    const connections = pace.slowConnections;
    const measure = async (): Promise<MeasuredSlowAcquirer> => {
      await sleep(pace.settleMs);
      const idleRssMb = service.usage()?.rssMb;
      const driver = createDriver(service, clearCardLoad());
      await driver.closedLoop(connections, 0);
      await driver.closedLoop(connections, pace.warmUpMs);
      const { perSecond, p50Ms, p99Ms, cores } = await driver.closedLoop(connections, pace.arrivalsMs);
      return {
        connections,
        acquirerMs: [ANSWER_MS, SLOWEST_MS / TIME_SCALE],
        perSecond,
        p50Ms,
        p99Ms,
        cores,
        idleRssMb,
        loadedRssMb: service.usage()?.rssMb,
      };
    };
    return await Promise.race([measure(), service.died]);
  } finally {
    await own.disposeAsync();
  }
}
