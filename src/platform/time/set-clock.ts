import type { Clock } from './clock.ts';

/** Ten years: what people test with due dates and recurrences lies nearer. */
export const LONGEST_ADVANCE_MS = 10 * 365 * 24 * 60 * 60_000;

/** A clock that shows another one's time and what it was set ahead by, which is kept and the same for all instances. */
export interface SetClock extends Required<Clock> {
  aheadMs(): number;
  /** False when it would be ahead by more than `LONGEST_ADVANCE_MS`. */
  advance(ms: number): Promise<boolean>;
  /** Learns how far others have set it. */
  follow(): Promise<void>;
}

/** Where it is kept how far the clock was set ahead. */
export interface AheadStore {
  read(): Promise<number>;
  /** Adds to it, and gives the sum; undefined, and nothing is added, where that is more than `most`. */
  add(ms: number, most: number): Promise<number | undefined>;
}

export function createSetClock(shown: Clock, store: AheadStore): SetClock {
  let aheadMs = 0;
  const told = new Set<(ms: number) => void>();
  /** It never goes back: whatever was read late is less. */
  const goTo = (keptMs: number): void => {
    const stepMs = keptMs - aheadMs;
    if (stepMs <= 0) return;
    aheadMs = keptMs;
    for (const tell of told) tell(stepMs);
  };
  return {
    now: () => shown.now() + aheadMs,
    aheadMs: () => aheadMs,
    onSetAhead: (tell) => {
      told.add(tell);
      const endShown = shown.onSetAhead?.(tell);
      return () => {
        told.delete(tell);
        endShown?.();
      };
    },
    advance: async (ms) => {
      const keptMs = await store.add(ms, LONGEST_ADVANCE_MS);
      if (keptMs === undefined) return false;
      goTo(keptMs);
      return true;
    },
    follow: async () => goTo(await store.read()),
  };
}
