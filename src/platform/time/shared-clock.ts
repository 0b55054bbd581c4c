import type { Clock } from './clock.ts';

/** A correction from here on is a step: the clock that is followed was set, or the machine slept. */
const STEP_MS = 5_000;

/** What another clock showed, and when that was by the monotonic clock: between these two moments. */
export interface Reading {
  readonly shownMs: number;
  readonly begunMs: number;
  readonly endedMs: number;
}

/** How a clock that is followed was found to be. */
export interface Followed {
  /** How far it was set ahead since it was read before, or back where negative; 0 for what is no step. */
  readonly steppedMs: number;
  /** How far the wall clock of this machine is ahead of it. */
  readonly aheadMs: number;
}

/**
 * The time of all that is written and due: what the database's clock shows, which all instances share, kept between two
 * readings by the monotonic clock. The machine's wall clock, which somebody may set, is only compared with it. On the
 * embedded database the wall clock is what is followed.
 */
export interface SharedClock extends Required<Clock> {
  follow(reading: Reading): Followed;
  /** How far the wall clock of this machine is ahead, in milliseconds. */
  aheadMs(): number;
}

export function createSharedClock(
  own: { elapsedMs(): number; wallMs(): number } = { elapsedMs: () => performance.now(), wallMs: Date.now },
): SharedClock {
  let offsetMs = own.wallMs() - own.elapsedMs();
  let isFollowing = false;
  const told = new Set<(ms: number) => void>();
  const now = () => Math.round(own.elapsedMs() + offsetMs);
  const aheadMs = () => own.wallMs() - now();
  return {
    now,
    aheadMs,
    onSetAhead: (tell) => {
      told.add(tell);
      return () => void told.delete(tell);
    },
    follow: ({ shownMs, begunMs, endedMs }) => {
      // The reading took a while: what agrees with it stays, so that time does not shiver.
      const followedMs = Math.min(Math.max(offsetMs, shownMs - endedMs), shownMs - begunMs);
      const correctedMs = followedMs - offsetMs;
      const steppedMs = isFollowing && Math.abs(correctedMs) >= STEP_MS ? correctedMs : 0;
      offsetMs = followedMs;
      isFollowing = true;
      if (steppedMs > 0) for (const tell of told) tell(steppedMs);
      return { steppedMs, aheadMs: aheadMs() };
    },
  };
}
