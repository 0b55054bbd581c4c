const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Steps at which an acquirer is queried about an unknown outcome, in milliseconds (docs/contract/acquirers.md, G.5 step
 * 6). After the last one it is queried once an hour.
 */
export const QUERY_STEPS_MS = [
  2 * SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
] as const;
export const QUERY_EVERY_MS = HOUR;
/** After this time a person has to find out the outcome. */
export const QUERY_LIMIT_MS = 24 * HOUR;
/** After this time without a confirmation, a person has to undo a charge or delete a token at the acquirer. */
export const UNDO_LIMIT_MS = 72 * HOUR;
/** What ended without a charge or token is queried once more after this time: a late request may have been executed. */
export const RECHECK_AFTER_MS = 15 * MINUTE;

/** Longer than any call to an acquirer: after this time its sender can no longer store an outcome. */
export const ABANDONED_AFTER_MS = 150 * SECOND;
const LEAST_ABANDONED_AFTER_MS = 5 * SECOND;

/** "Not found" is proof only after this many in a row (docs/contract/acquirers.md, G.5 step 7). */
const NOT_FOUND_NEEDED = 2;

/** Calls sent before this time have no sender any more. Milliseconds since 1970. */
export function abandonedBefore(now: number, timeScale: number): number {
  return now - Math.max(ABANDONED_AFTER_MS / timeScale, LEAST_ABANDONED_AFTER_MS);
}

/** Before this time the acquirer may still execute the request, so "not found" proves nothing. */
export function believableAt(sentAt: number, maxProcessingMs: number): number {
  return Math.ceil(sentAt + maxProcessingMs);
}

/** What "not found" proves after `before` counted ones in a row. */
export function weighNotFound(
  before: number,
  { sentAt, now, maxProcessingMs }: { sentAt: number; now: number; maxProcessingMs: number },
): 'proven' | 'counts' | 'too_early' {
  if (now < sentAt + maxProcessingMs) return 'too_early';
  return before + 1 >= NOT_FOUND_NEEDED ? 'proven' : 'counts';
}
