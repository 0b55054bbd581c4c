import type { Database } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import type { Job } from './job.ts';
import { createLease, type Holder, type Lease } from './lease.ts';
import { noteRun, releaseLeases } from './store.ts';

/** A lease outlives this many of its job's intervals, so that the work stays where it is. */
const LEASE_INTERVALS = 3;
const MIN_LEASE_MS = 30_000;
const LOOK_AT_LEASE_EVERY_MS = 500;
/** A run that hangs loses its lease after this time, and another instance goes on. */
const LONGEST_RUN_MS = 10 * 60_000;
/** Runs that end as the one before are noted no more often than this: some jobs run many times a second. */
const NOTED_EVERY_MS = 60_000;
/** Of an error as it is noted. */
const MAX_ERROR_CHARACTERS = 300;

export interface JobRunner {
  start(): void;
  /**
   * Leased work begins nothing more, and what runs is asked to end; nobody waits for it yet. What each instance does for
   * itself goes on, such as the heartbeat that keeps others from taking over what it finishes.
   */
  beginNothing(): void;
  /** Stops starting work, asks running work to end, and waits for it. */
  stop(): Promise<void>;
}

/** A job between two runs. */
interface WaitingJob {
  /** By the monotonic clock, and by how much the service's clock was set ahead. */
  readonly dueMs: number;
  timer: NodeJS.Timeout;
  readonly begin: () => void;
}

/**
 * Runs jobs over and over, each after its interval, never twice at a time in one process. When the clock is set ahead, or
 * the machine slept, the intervals are over as much earlier: what has become due is not left for another one.
 */
export function createJobRunner(options: {
  database: Database;
  clock: Pick<Clock, 'onSetAhead'>;
  /** This process, as leases name it. */
  holder: Holder;
  jobs: readonly Job[];
  /** Whether leased work should rather be done by others, if there are any. */
  isUnfit?(): boolean;
  onError(job: string, error: unknown): void;
}): JobRunner {
  const { database, holder, isUnfit } = options;
  const stopping = new AbortController();
  const leasedEnds = new AbortController();
  const waiting = new Set<WaitingJob>();
  const running = new Set<Promise<void>>();
  let setAheadMs = 0;
  let lastTake: Promise<unknown> = Promise.resolve();

  /** One lease after the other: all at once, a start would open a connection for each job. */
  const takeInTurn = (lease: Lease): Promise<boolean> => {
    const taken = lastTake.then(() => lease.take());
    lastTake = taken.catch(() => undefined);
    return taken;
  };
  const runOf = (job: Job): (() => Promise<void>) => {
    if (job.where === 'everywhere') return () => job.run(stopping.signal);
    const leaseMs = Math.max(MIN_LEASE_MS, job.everyMs * LEASE_INTERVALS);
    const lease = createLease({ database, holder, name: job.name, leaseMs, ...(isUnfit && { isUnfit }) });
    const note = createRunNotes({ database, holder, job });
    const ends = leasedEnds.signal;
    return async () => {
      if (ends.aborted || !(await takeInTurn(lease)) || ends.aborted) return;
      const startedAt = performance.now();
      try {
        await runLeased(job, lease, ends);
      } catch (error) {
        // Work that was told to end with the service, and says so, has not failed.
        if (error === ends.reason) return;
        if (!ends.aborted) await note(performance.now() - startedAt, error);
        throw error;
      }
      if (!ends.aborted) await note(performance.now() - startedAt, undefined);
    };
  };
  const timerOf = ({ dueMs, begin }: Omit<WaitingJob, 'timer'>): NodeJS.Timeout =>
    setTimeout(begin, Math.max(0, dueMs - performance.now() - setAheadMs)).unref();
  const schedule = (job: Job, run: () => Promise<void>, delayMs: number, sinceAheadMs = setAheadMs): void => {
    const { signal } = job.where === 'leased' ? leasedEnds : stopping;
    if (signal.aborted) return;
    const begin = () => {
      waiting.delete(one);
      const begunAheadMs = setAheadMs;
      const ended = run()
        .catch((error) => options.onError(job.name, error))
        .finally(() => {
          running.delete(ended);
          schedule(job, run, job.everyMs, begunAheadMs);
        });
      running.add(ended);
    };
    const due = { dueMs: performance.now() + sinceAheadMs + delayMs, begin };
    const one: WaitingJob = { ...due, timer: timerOf(due) };
    waiting.add(one);
  };
  let ignoreClock: (() => void) | undefined;
  const setAhead = (ms: number): void => {
    setAheadMs += ms;
    for (const one of waiting) {
      clearTimeout(one.timer);
      one.timer = timerOf(one);
    }
  };

  return {
    start: () => {
      ignoreClock = options.clock.onSetAhead?.(setAhead);
      for (const job of options.jobs) schedule(job, runOf(job), job.firstAfterMs ?? 0);
    },
    beginNothing: () => leasedEnds.abort(),
    stop: async () => {
      leasedEnds.abort();
      stopping.abort();
      ignoreClock?.();
      for (const { timer } of waiting) clearTimeout(timer);
      await Promise.all(running);
      await releaseLeases(database, holder.id).catch((error) => options.onError('leases', error));
    },
  };
}

/** Keeps the last run of a leased job where people can see it (panel, Saúde). Never throws. */
function createRunNotes({
  database,
  holder,
  job,
}: {
  readonly database: Database;
  readonly holder: Holder;
  readonly job: Job;
}): (durationMs: number, error: unknown) => Promise<void> {
  let last: { readonly at: number; readonly failed: boolean } | undefined;
  return async (durationMs, error) => {
    const failed = error !== undefined;
    const at = performance.now();
    if (last?.failed === failed && at - last.at < NOTED_EVERY_MS) return;
    const written = noteRun(database, {
      name: job.name,
      instance: holder.id,
      everyMs: job.everyMs,
      durationMs,
      error: failed ? textOf(error) : undefined,
    });
    // A database that is away is the error of the job itself.
    await written.then(
      () => {
        last = { at, failed };
      },
      () => undefined,
    );
  };
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, MAX_ERROR_CHARACTERS);
}

/**
 * Keeps the lease while the work runs. The work is aborted as soon as another instance could get the lease.
 */
async function runLeased(job: Job, lease: Lease, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const lose = (why: string) => lost.abort(new Error(`the lease of ${job.name} was lost: ${why}`));
  const deadline = performance.now() + LONGEST_RUN_MS;
  const keep = setInterval(() => {
    if (performance.now() > deadline) {
      clearInterval(keep);
      lose('its run took too long');
    } else if (!lease.isHeld()) {
      lose('it could not be renewed');
    } else {
      // A failed renewal is repeated until the lease ends.
      lease.take().then(
        (taken) => taken || lose('another instance has it'),
        () => undefined,
      );
    }
  }, LOOK_AT_LEASE_EVERY_MS);
  try {
    await job.run(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(keep);
  }
}
