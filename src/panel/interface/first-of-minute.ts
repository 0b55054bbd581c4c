import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isWithin } from '../../platform/time/is-within.ts';

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Whether a refusal that may be repeated at will is to be written down: the first of a kind in a minute, in this process. */
export type IsFirstOfMinute = (kind: string) => boolean;

export function firstOfMinute(clock: Pick<Clock, 'now'>): IsFirstOfMinute {
  const written = boundedCache<string, number>(MAX_REMEMBERED);
  return (kind) => {
    const now = clock.now();
    const last = written.get(kind);
    if (last !== undefined && isWithin(MINUTE_MS, last, now)) return false;
    written.set(kind, now);
    return true;
  };
}
