import { DatabaseUnavailable, isDatabaseFull } from '../../platform/database/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { RoomLog } from '../room.ts';
import { METRICS } from './metric-catalogue.ts';

/** How often the database is asked whether it answers again. */
const LOOK_EVERY_MS = 1_000;
/** An outage is over when the database answers and nothing failed for this long. */
const QUIET_MS = 3_000;
/** While it lasts, one line says so as often as this. */
const REPEAT_EVERY_MS = 60_000;
const LOST_LINE_EVERY_MS = 10_000;
const MAX_CAUSES = 5;

export interface DatabaseWatch {
  /** Whether the error is only that the database does not serve: the watch logs that, so that nobody else need do so. */
  isOutage(error: unknown): boolean;
  /** Called for every connection that breaks. */
  connectionLost(error: unknown): void;
  close(): void;
}

interface Trouble {
  readonly startedAt: number;
  readonly first: unknown;
  lastAt: number;
  /** Requests and runs of jobs that failed because of it. */
  failed: number;
  /** Since it was found that the database does not answer at all. */
  awayAt: number | undefined;
  loggedAt: number;
}

/**
 * Logs an outage of the database in two lines, one when it begins and one when it ends, and one a minute meanwhile,
 * whatever the load: a line for each refused request would fill the disk.
 */
export function createDatabaseWatch(options: {
  readonly log: RoomLog;
  readonly metrics: Metrics;
  /** Whether the database answers; asked only while something fails. */
  readonly ping: () => Promise<boolean>;
  /** Called for every error that says that the disk of the database is full. */
  readonly onDiskFull?: () => void;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}): DatabaseWatch {
  const { log, metrics, ping, onDiskFull, nowMs = () => performance.now() } = options;
  const outages = metrics.counter(METRICS.databaseOutages);
  const connectionsLost = metrics.counter(METRICS.databaseConnectionsLost);
  let trouble: Trouble | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let lost = 0;
  let lostLineAt = Number.NEGATIVE_INFINITY;
  metrics.gauge(METRICS.databaseAvailable, () => (trouble?.awayAt === undefined ? 1 : 0));

  const look = async (): Promise<void> => {
    const answers = await ping().catch(() => false);
    if (closed || !trouble) return;
    const isOver = report(trouble, answers, nowMs());
    if (isOver) {
      trouble = undefined;
      return;
    }
    timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    timer.unref();
  };
  /** Returns whether it is over. */
  const report = (current: Trouble, answers: boolean, now: number): boolean => {
    const { failed } = current;
    if (!answers && current.awayAt === undefined) {
      current.awayAt = current.startedAt;
      current.loggedAt = now;
      outages.inc();
      log.error({ err: current.first }, AWAY);
      return false;
    }
    const seconds = Math.round((now - current.startedAt) / 1_000);
    if (!answers) {
      if (now - current.loggedAt < REPEAT_EVERY_MS) return false;
      current.loggedAt = now;
      log.error({ seconds, failed }, STILL_AWAY);
      return false;
    }
    const isQuiet = now - current.lastAt >= QUIET_MS;
    if (current.awayAt !== undefined) {
      if (isQuiet) log.warn({ seconds, failed }, BACK);
      return isQuiet;
    }
    // It answers, and yet refuses or delays some work: each minute of that has one line.
    if (!isQuiet && now - current.startedAt < REPEAT_EVERY_MS) return false;
    reportRefusals(log, { seconds, failed, err: current.first });
    return true;
  };

  return {
    isOutage: (error) => {
      if (!comesFromOutage(error)) return false;
      if (isFull(error)) onDiskFull?.();
      const now = nowMs();
      if (trouble) {
        trouble.failed += 1;
        trouble.lastAt = now;
      } else if (!closed) {
        trouble = { startedAt: now, first: error, lastAt: now, failed: 1, awayAt: undefined, loggedAt: now };
        void look();
      }
      return true;
    },
    connectionLost: (error) => {
      connectionsLost.inc();
      lost += 1;
      const now = nowMs();
      if (trouble || now - lostLineAt < LOST_LINE_EVERY_MS) return;
      lostLineAt = now;
      log.warn({ err: error, connections: lost }, 'database connection lost');
      lost = 0;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

const AWAY =
  'the database cannot be reached: requests that need it are refused with 503 until it answers again. See guiche doctor';
const STILL_AWAY = 'the database still cannot be reached';
const BACK = 'the database answers again';
const OVERLOADED = 'the database answers, but could not serve everything: requests were refused with 503';

const DISK_FULL =
  'the disk of the database is full: requests that write are refused with 503. Free space on it';

function reportRefusals(log: RoomLog, fields: { err: unknown; seconds: number; failed: number }): void {
  if (isFull(fields.err)) log.error(fields, DISK_FULL);
  else log.warn(fields, OVERLOADED);
}

function comesFromOutage(error: unknown): boolean {
  return causes(error).some((cause) => cause instanceof DatabaseUnavailable);
}

function isFull(error: unknown): boolean {
  return causes(error).some(isDatabaseFull);
}

/** The error and what caused it. */
function causes(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < MAX_CAUSES; cause = cause.cause) {
    found.push(cause);
  }
  return found;
}

/** The log for errors of rooms and jobs, without those that are part of an outage. */
export function withoutOutages(log: RoomLog, watch: Pick<DatabaseWatch, 'isOutage'>): RoomLog {
  const isTold = (fields: object) => 'err' in fields && watch.isOutage(fields.err);
  return {
    warn: (fields, text) => {
      if (!isTold(fields)) log.warn(fields, text);
    },
    error: (fields, text) => {
      if (!isTold(fields)) log.error(fields, text);
    },
  };
}
