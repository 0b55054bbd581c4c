import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Job } from './job.ts';
import { releaseLeases, takeLease } from './store.ts';

/** A lease outlives this many of its job's intervals, so that a slow run is not joined by another instance. */
const LEASE_INTERVALS = 3;
const MIN_LEASE_MS = 30_000;

export interface JobRunner {
  start(): void;
  /** Stops starting work, asks running work to end, and waits for it. */
  stop(): Promise<void>;
}

/** Runs jobs over and over, each after its interval, never twice at a time in one process. */
export function createJobRunner(options: {
  database: Database;
  clock: Clock;
  /** Names this process in leases. */
  holder: string;
  jobs: readonly Job[];
  onError(job: string, error: unknown): void;
}): JobRunner {
  const { database, clock, holder } = options;
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const mayRun = async (job: Job): Promise<boolean> => {
    if (job.where === 'everywhere') return true;
    const now = clock.now();
    const expiresAt = now + Math.max(MIN_LEASE_MS, job.everyMs * LEASE_INTERVALS);
    return takeLease(database, { name: job.name, holder, now, expiresAt });
  };
  const runOnce = async (job: Job): Promise<void> => {
    try {
      if (await mayRun(job)) await job.run(stopping.signal);
    } catch (error) {
      options.onError(job.name, error);
    }
  };
  const schedule = (job: Job, delayMs: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runOnce(job).finally(() => {
        running.delete(run);
        schedule(job, job.everyMs);
      });
      running.add(run);
    }, delayMs);
    timer.unref();
    timers.add(timer);
  };

  return {
    start: () => {
      for (const job of options.jobs) schedule(job, 0);
    },
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
      await releaseLeases(database, holder).catch((error) => options.onError('leases', error));
    },
  };
}
