import { isWithin } from '../../platform/time/is-within.ts';

/** Wrong passwords within the window that block a login from a network (docs/contract/decided.md 4). */
export const MAX_WRONG_PASSWORDS = 10;
export const WRONG_PASSWORD_WINDOW_MS = 15 * 60_000;
export const LOCK_MS = 30 * 60_000;
/** Older failures have no effect any more. */
export const FAILURE_LIFE_MS = Math.max(WRONG_PASSWORD_WINDOW_MS, LOCK_MS);

/** Until when the login is blocked; undefined when it is free. Takes the latest failures, oldest first. */
export function lockedUntil(failedAt: readonly number[], now: number): number | undefined {
  const first = failedAt.at(-MAX_WRONG_PASSWORDS);
  const last = failedAt.at(-1);
  if (first === undefined || last === undefined || last - first >= WRONG_PASSWORD_WINDOW_MS) return undefined;
  return isWithin(LOCK_MS, last, now) ? last + LOCK_MS : undefined;
}

/** The failures to remember after one more. A new count starts once a block is over. */
export function withFailure(failedAt: readonly number[], now: number): readonly number[] {
  const recent = failedAt.filter((time) => isWithin(WRONG_PASSWORD_WINDOW_MS, time, now));
  return [...recent, now].slice(-MAX_WRONG_PASSWORDS);
}

/** Wrong passwords from other networks that cause no delay. */
export const FREE_FAILURES_ELSEWHERE = 3;
const FIRST_DELAY_MS = 1_000;
export const MAX_DELAY_MS = 15 * 60_000;
const MAX_REMEMBERED_ANYWHERE = 20;

/**
 * Until when a login has to wait after wrong passwords from any networks; undefined when it need not. Whoever tries
 * from many networks may try again after 1 s, 2 s, 4 s and so on, up to 15 minutes. Attempts from one network alone are
 * judged by `lockedUntil`. Both lists oldest first; `own` are the failures from the requesting network.
 */
export function delayedUntil(
  { anywhere, own }: { readonly anywhere: readonly number[]; readonly own: readonly number[] },
  now: number,
): number | undefined {
  const last = anywhere.at(-1);
  const elsewhere = failuresElsewhere(anywhere, own).length;
  if (last === undefined || elsewhere < FREE_FAILURES_ELSEWHERE) return undefined;
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (anywhere.length - FREE_FAILURES_ELSEWHERE));
  return isWithin(delayMs, last, now) ? last + delayMs : undefined;
}

/** The failures from anywhere except one network. */
export function failuresElsewhere(anywhere: readonly number[], own: readonly number[]): readonly number[] {
  const left = [...anywhere];
  for (const time of own) {
    const index = left.indexOf(time);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

/** The failures from anywhere to remember after one more: within the same window as those of one network. */
export function withFailureAnywhere(anywhere: readonly number[], now: number): readonly number[] {
  const recent = anywhere.filter((time) => isWithin(WRONG_PASSWORD_WINDOW_MS, time, now));
  return [...recent, now].slice(-MAX_REMEMBERED_ANYWHERE);
}
