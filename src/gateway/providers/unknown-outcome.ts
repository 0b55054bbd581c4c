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

/** Longer than any call to an acquirer: a sender that is older than this can no longer store an outcome. */
export const ABANDONED_AFTER_MS = 150 * SECOND;
const LEAST_ABANDONED_AFTER_MS = 5 * SECOND;

/** "Not found" is proof only after this many in a row (docs/contract/acquirers.md, G.5 step 7). */
const NOT_FOUND_NEEDED = 2;

// What follows would be wrong too early, so it goes by ages that this process has seen pass (KnownAges), in milliseconds.

/** A call that has been under way for so long has no sender any more. */
export function isAbandoned(ageMs: number, timeScale: number): boolean {
  return ageMs > Math.max(ABANDONED_AFTER_MS / timeScale, LEAST_ABANDONED_AFTER_MS);
}

/** How long the acquirer may still execute a request, so that "not found" proves nothing. */
export function unbelievableForMs(ageMs: number, maxProcessingMs: number): number {
  return Math.max(0, Math.ceil(maxProcessingMs - ageMs));
}

/** What "not found" about a request of this age proves after `before` counted ones in a row. */
export function weighNotFound(
  before: number,
  { ageMs, maxProcessingMs }: { readonly ageMs: number; readonly maxProcessingMs: number },
): 'proven' | 'counts' | 'too_early' {
  if (unbelievableForMs(ageMs, maxProcessingMs) > 0) return 'too_early';
  return before + 1 >= NOT_FOUND_NEEDED ? 'proven' : 'counts';
}
