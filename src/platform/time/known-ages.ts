import { boundedCache } from '../bounded-cache.ts';

/** What is forgotten counts as new, which only delays. */
const MAX_KNOWN = 100_000;

/**
 * How old things are, for decisions that would be wrong too early: whoever says that nothing was charged, or that a sender
 * is gone, goes by no time that was written down, because any clock may have been set since. An age is counted from when
 * this process learned of the thing, by its monotonic clock: it is never more than the true one, and begins anew with the
 * process.
 */
export interface KnownAges {
  /** Counts the age of `subject` from now on: what it is about happens only now. */
  begin(subject: string): void;
  /** For how long `subject` has been known at the least, in milliseconds. From now on it is known. */
  of(subject: string): number;
  forget(subject: string): void;
}

/** `elapsedMs` is a monotonic clock. */
export function createKnownAges(elapsedMs: () => number = () => performance.now()): KnownAges {
  const since = boundedCache<string, number>(MAX_KNOWN);
  return {
    begin: (subject) => void since.set(subject, elapsedMs()),
    of: (subject) => {
      const known = since.get(subject);
      if (known === undefined) since.set(subject, elapsedMs());
      return known === undefined ? 0 : elapsedMs() - known;
    },
    forget: (subject) => void since.delete(subject),
  };
}
