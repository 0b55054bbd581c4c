import { readDatabaseClock } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SharedClock } from '../../platform/time/shared-clock.ts';
import type { RoomLog } from '../room.ts';
import type { Rooms } from '../rooms.ts';
import { METRICS } from './metric-catalogue.ts';

/** A machine's clock that is farther off is wrong. Those that a time service keeps right differ by milliseconds. */
const WRONG_FROM_MS = 5_000;
const EVERY_MS = 2_000;
/** As long as it is wrong, the log says so again after this time. */
const SAID_AGAIN_AFTER_MS = 10 * 60_000;

export interface ClockWatch {
  /** For each reading of the database's clock. */
  follow(reading: Parameters<SharedClock['follow']>[0]): void;
  /** Whether the clock of this machine is wrong. */
  isWrong(): boolean;
  /** On the embedded database, where no heartbeat reads a clock. */
  readonly jobs: readonly Job[];
}

/** Lets the service's clock follow the database's, and tells when a clock is wrong or was set. */
export function watchClock(options: {
  readonly rooms: Pick<Rooms, 'database' | 'sharedClock'>;
  readonly metrics: Metrics;
  readonly log: RoomLog;
  readonly elapsedMs?: () => number;
}): ClockWatch {
  const { metrics, log, elapsedMs = () => performance.now() } = options;
  const { database, sharedClock } = options.rooms;
  const steps = metrics.counter(METRICS.clockSteps);
  steps.inc({}, 0);
  metrics.gauge(METRICS.clockDifference, () => sharedClock.aheadMs() / 1_000);
  let aheadMs = sharedClock.aheadMs();
  let saidAt = Number.NEGATIVE_INFINITY;
  const isWrong = () => Math.abs(aheadMs) >= WRONG_FROM_MS;

  const follow: ClockWatch['follow'] = (reading) => {
    const followed = sharedClock.follow(reading);
    ({ aheadMs } = followed);
    if (followed.steppedMs !== 0) {
      steps.inc({});
      log.error({ steppedSeconds: seconds(followed.steppedMs) }, SET[database.engine]);
    }
    if (!isWrong()) {
      if (saidAt > Number.NEGATIVE_INFINITY) log.warn({}, "this machine's clock is right again");
      saidAt = Number.NEGATIVE_INFINITY;
    } else if (elapsedMs() - saidAt >= SAID_AGAIN_AFTER_MS) {
      saidAt = elapsedMs();
      log.error(
        { aheadSeconds: seconds(aheadMs) },
        "this machine's clock is not the database's: one of them is wrong",
      );
    }
  };
  const job: Job = {
    name: 'clock',
    where: 'everywhere',
    everyMs: EVERY_MS,
    run: async () => follow(await readDatabaseClock(database)),
  };
  return { follow, isWrong, jobs: database.engine === 'sqlite' ? [job] : [] };
}

const SET = {
  sqlite: 'the clock was set, or the machine slept: times written before and after it do not fit together',
  postgres: "the clock was set: the database's now shows another time",
} as const;

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
