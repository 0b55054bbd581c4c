import { boundedCache } from '../../platform/index.ts';
import { refuseCardData } from './refusals.ts';

const MAX_CALLS = 600;
const WINDOW_MS = 60_000;
const MAX_LIVE_SESSIONS = 100_000;
/**
 * For this long a count of live sessions is updated by adding what this instance issues, instead of being read again.
 */
const COUNT_LIFE_MS = 30_000;
const MAX_MERCHANTS = 10_000;

/** Throws a refusal when the merchant asked too often or has too many sessions (docs/contract/decided.md 2, rates). */
export type CheckIssueLimits = (merchantId: number, now: number) => Promise<void>;

/** Each instance counts calls for itself; sessions are counted in the database. */
export function createIssueLimits(
  countLive: (merchantId: number, now: number) => Promise<number>,
): CheckIssueLimits {
  const windows = boundedCache<number, { readonly endsAt: number; calls: number }>(MAX_MERCHANTS);
  const counts = boundedCache<number, { readonly countedAt: number; live: number }>(MAX_MERCHANTS);

  const countCall = (merchantId: number, now: number): void => {
    let window = windows.get(merchantId);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + WINDOW_MS, calls: 0 };
      windows.set(merchantId, window);
    }
    if (window.calls >= MAX_CALLS)
      throw refuseCardData('too_many_public_keys', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
    window.calls += 1;
  };
  const countSession = async (merchantId: number, now: number): Promise<void> => {
    let count = counts.get(merchantId);
    if (!count || count.countedAt + COUNT_LIFE_MS <= now) {
      count = { countedAt: now, live: await countLive(merchantId, now) };
      counts.set(merchantId, count);
    }
    if (count.live >= MAX_LIVE_SESSIONS) {
      const retryAfterSeconds = secondsUntil(count.countedAt + COUNT_LIFE_MS, now);
      throw refuseCardData('sessions_exceeded', { retryAfterSeconds });
    }
    count.live += 1;
  };

  return async (merchantId, now) => {
    countCall(merchantId, now);
    await countSession(merchantId, now);
  };
}

function secondsUntil(time: number, now: number): number {
  return Math.ceil((time - now) / 1000);
}
