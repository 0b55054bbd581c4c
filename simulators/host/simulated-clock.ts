import type { Clock } from '../../src/platform/time/clock.ts';

/** Longer waits use several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The host's time: it starts at the real time, runs `timeScale` times as fast, and can be moved forward. All dates,
 * lifetimes and waits use it, so that a token with a lifetime of 24 minutes expires after 24 seconds at scale 60.
 */
export interface SimulatedClock extends Clock {
  /** Simulated milliseconds since a time of this clock. */
  elapsed(since: number): number;
  /** Moves the time forward by `ms` simulated milliseconds; ends waits whose time is then over. */
  advance(ms: number): void;
  /** Resolves after `ms` simulated milliseconds; false when the clock was stopped meanwhile. */
  wait(ms: number): Promise<boolean>;
  /** Ends all waits, and each new one at once. */
  stop(): void;
}

interface Waiter {
  readonly due: number;
  timer: NodeJS.Timeout | undefined;
  readonly end: (over: boolean) => void;
}

export function createSimulatedClock(
  real: Clock,
  timeScale: number,
  /** How fast dates go by: at 1 they are those of real time, and waits and lifetimes alone are shorter. */
  dateScale: number = timeScale,
): SimulatedClock {
  const shorter = timeScale / dateScale;
  const start = real.now();
  const waiting = new Set<Waiter>();
  let moved = 0;
  let stopped = false;

  const now = (): number => Math.floor(start + (real.now() - start) * dateScale + moved);

  const end = (waiter: Waiter, over: boolean): void => {
    clearTimeout(waiter.timer);
    waiting.delete(waiter);
    waiter.end(over);
  };

  const arm = (waiter: Waiter): void => {
    clearTimeout(waiter.timer);
    const left = waiter.due - now();
    if (left <= 0) end(waiter, true);
    else waiter.timer = setTimeout(arm, Math.min(Math.ceil(left / dateScale), LONGEST_TIMER_MS), waiter);
  };

  return {
    now,
    elapsed: (since) => (now() - since) * shorter,
    advance(ms) {
      moved += ms;
      for (const waiter of [...waiting]) arm(waiter);
    },
    async wait(ms) {
      if (stopped) return false;
      if (ms <= 0) return true;
      return new Promise<boolean>((resolve) => {
        const waiter: Waiter = { due: now() + ms / shorter, timer: undefined, end: resolve };
        waiting.add(waiter);
        arm(waiter);
      });
    },
    stop() {
      stopped = true;
      for (const waiter of [...waiting]) end(waiter, false);
    },
  };
}
