import { boundedCache } from '../../platform/bounded-cache.ts';
import { isWithin } from '../../platform/time/is-within.ts';
import { refuseCardData } from './refusals.ts';

const MAX_CALLS = 600;
const WINDOW_MS = 60_000;
const MAX_LIVE_SESSIONS = 100_000;
/**
 * For this long a count of live sessions is updated by adding what this instance issues, instead of being read again.
 */
const COUNT_LIFE_MS = 30_000;
const MAX_MERCHANTS = 10_000;
/** Beyond MAX_CALLS, each block of addresses still gets this many, up to so many blocks. */
const MAX_CALLS_BEYOND = 3;
const MAX_BLOCKS_BEYOND = 5_000;

/**
 * Throws a refusal when the merchant asked too often or has too many sessions (docs/contract/decided.md 2, rates). With a
 * `block` of addresses, that of a browser, a merchant's limit leaves a few calls to each block: a few networks must not
 * close the merchant's pages to everybody.
 */
export type CheckIssueLimits = (merchantId: number, now: number, block?: string) => Promise<void>;

interface Window {
  readonly endsAt: number;
  calls: number;
  /** Calls beyond the limit, by block. */
  readonly beyond: Map<string, number>;
}

/** Each instance counts calls for itself; sessions are counted in the database. */
export function createIssueLimits(
  countLive: (merchantId: number, now: number) => Promise<number>,
): CheckIssueLimits {
  const windows = boundedCache<number, Window>(MAX_MERCHANTS);
  const counts = boundedCache<number, { readonly countedAt: number; live: number }>(MAX_MERCHANTS);

  const countCall = (merchantId: number, now: number, block: string | undefined): void => {
    let window = windows.get(merchantId);
    if (!window || !isWithin(WINDOW_MS, window.endsAt - WINDOW_MS, now)) {
      window = { endsAt: now + WINDOW_MS, calls: 0, beyond: new Map() };
      windows.set(merchantId, window);
    }
    if (window.calls >= MAX_CALLS && !isAdmittedBeyond(window, block))
      throw refuseCardData('too_many_public_keys', { retryAfterSeconds: secondsUntil(window.endsAt, now) });
    window.calls += 1;
  };
  const countSession = async (merchantId: number, now: number): Promise<void> => {
    let count = counts.get(merchantId);
    if (!count || !isWithin(COUNT_LIFE_MS, count.countedAt, now)) {
      count = { countedAt: now, live: await countLive(merchantId, now) };
      counts.set(merchantId, count);
    }
    if (count.live >= MAX_LIVE_SESSIONS) {
      const retryAfterSeconds = secondsUntil(count.countedAt + COUNT_LIFE_MS, now);
      throw refuseCardData('sessions_exceeded', { retryAfterSeconds });
    }
    count.live += 1;
  };

  return async (merchantId, now, block) => {
    countCall(merchantId, now, block);
    await countSession(merchantId, now);
  };
}

function isAdmittedBeyond({ beyond }: Window, block: string | undefined): boolean {
  if (block === undefined) return false;
  const calls = beyond.get(block) ?? 0;
  if (calls >= MAX_CALLS_BEYOND || (calls === 0 && beyond.size >= MAX_BLOCKS_BEYOND)) return false;
  beyond.set(block, calls + 1);
  return true;
}

function secondsUntil(time: number, now: number): number {
  return Math.ceil((time - now) / 1000);
}
