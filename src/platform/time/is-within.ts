/**
 * Whether something was done less than `ms` before `now`. What lies as far ahead was noted by a clock that has been set back
 * since: nobody knows how old it is, and it must not count as new until that time comes.
 */
export function isWithin(ms: number, since: number, now: number): boolean {
  return Math.abs(now - since) < ms;
}
