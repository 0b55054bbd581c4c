import { boundedCache } from '../../../../platform/bounded-cache.ts';
import type { Clock } from '../../../../platform/time/clock.ts';

/** A notice counts once, and once more for each of these. */
const PART_BYTES = 64 * 1024;
/** Notices that are read in a second for one account, and how many may come at once. */
const OF_ACCOUNT = { aSecond: 20, atOnce: 100 };
/** The same in this process, for all accounts: reading them takes time from payments. */
const OF_ALL = { aSecond: 200, atOnce: 400 };
const MAX_ACCOUNTS = 10_000;

/** How many notices of banks are read, so that a flood of them cannot slow payments. */
export interface NoticeBudget {
  /** False: no more now. A flood for one account uses up its own share alone. */
  take(accountId: number, bytes: number): boolean;
}

interface Bucket {
  left: number;
  filledAt: number;
}

export function createNoticeBudget(clock: Clock): NoticeBudget {
  const buckets = boundedCache<number, Bucket>(MAX_ACCOUNTS);
  const all: Bucket = { left: OF_ALL.atOnce, filledAt: clock.now() };
  return {
    take: (accountId, bytes) => {
      const now = clock.now();
      const own = buckets.get(accountId) ?? { left: OF_ACCOUNT.atOnce, filledAt: now };
      buckets.set(accountId, own);
      fill(own, OF_ACCOUNT, now);
      fill(all, OF_ALL, now);
      const cost = 1 + Math.floor(bytes / PART_BYTES);
      if (own.left < cost || all.left < cost) return false;
      own.left -= cost;
      all.left -= cost;
      return true;
    },
  };
}

function fill(bucket: Bucket, { aSecond, atOnce }: typeof OF_ALL, now: number): void {
  // A clock that was set back fills nothing, and goes on from there.
  const passedMs = Math.max(0, now - bucket.filledAt);
  bucket.left = Math.min(atOnce, bucket.left + (passedMs / 1_000) * aSecond);
  bucket.filledAt = now;
}
