import { boundedCache } from '../../../../platform/bounded-cache.ts';
import type { Clock } from '../../../../platform/time/clock.ts';

/** Keeps cancels of one sale apart: Cielo may take two that follow closely for one. */
export interface Spacing {
  /** Runs the cancels of one sale one after the other. */
  oneAtATime<Result>(sale: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when the next cancel may be sent; `canceledAt`: when Cielo says that it had the last one. */
  turn(sale: string, canceledAt: number | undefined): Promise<void>;
  /** A cancel has just been sent. */
  sent(sale: string): void;
}

/** Sales whose last cancel is remembered. */
const MAX_SALES = 10_000;
/** Cielo tells times in whole seconds. */
const ROUNDING_MS = 1_000;

export function createSpacing(parts: {
  readonly clock: Clock;
  readonly gapMs: number;
  readonly wait: (ms: number) => Promise<unknown>;
}): Spacing {
  const { clock, gapMs, wait } = parts;
  const queues = new Map<string, Promise<unknown>>();
  const lastSent = boundedCache<string, number>(MAX_SALES);

  return {
    async oneAtATime(sale, work) {
      const before = queues.get(sale) ?? Promise.resolve();
      const mine = before.then(work);
      const ended = mine.catch(() => undefined);
      queues.set(sale, ended);
      try {
        return await mine;
      } finally {
        if (queues.get(sale) === ended) queues.delete(sale);
      }
    },
    async turn(sale, canceledAt) {
      const ours = lastSent.get(sale) ?? Number.NEGATIVE_INFINITY;
      const theirs = canceledAt === undefined ? Number.NEGATIVE_INFINITY : canceledAt + ROUNDING_MS;
      const left = Math.max(ours, theirs) + gapMs - clock.now();
      // A clock that was set back, or differs from Cielo's, makes nobody wait for longer.
      if (left > 0) await wait(Math.min(left, gapMs + ROUNDING_MS));
    },
    sent(sale) {
      lastSent.set(sale, clock.now());
    },
  };
}
