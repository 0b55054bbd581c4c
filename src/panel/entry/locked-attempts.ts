import { boundedCache, type Clock } from '../../platform/index.ts';

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Whether an attempt that a lock refused is to be written down: the first of a login in a minute, in this process. */
export type IsFirstOfMinute = (login: string) => boolean;

export function firstOfMinute(clock: Pick<Clock, 'now'>): IsFirstOfMinute {
  const written = boundedCache<string, number>(MAX_REMEMBERED);
  return (login) => {
    const now = clock.now();
    const last = written.get(login);
    if (last !== undefined && now < last + MINUTE_MS) return false;
    written.set(login, now);
    return true;
  };
}
