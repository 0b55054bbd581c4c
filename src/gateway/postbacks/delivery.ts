import type { AfterTry, PostbackKey } from './postback.ts';
import type { Lane } from './tables.ts';

/** A postback that is due. */
export interface Candidate extends PostbackKey {
  readonly merchantId: number;
  readonly receiver: string;
  readonly lane: Lane;
  /** An earlier one of its transaction waits still. */
  readonly isBehind: boolean;
}

/** What is to be done with candidates, by their transactions. */
export interface Sorting {
  readonly now: number;
  /** First tries of those that were named are due up to here: they are no longer held for an answer. */
  readonly firstDueAt: number;
  /** A word that was never used before. */
  readonly claim: string;
  readonly claimedUntil: number;
  readonly start: readonly string[];
  readonly queue: readonly string[];
  readonly behind: readonly string[];
}

/** Nobody else sends it while the claim holds. */
export interface Claimed extends PostbackKey {
  readonly merchantId: number;
  readonly receiver: string;
  readonly url: string;
  readonly body: string;
  /** Tries made before. */
  readonly tries: number;
  readonly claim: string;
}

export interface Tried {
  readonly postback: Claimed;
  readonly after: AfterTry;
  readonly at: number;
}

/** `held`: the claim still held, so the result was written. `freed`: a later one of the transaction may now go. */
export interface Recorded {
  readonly held: boolean;
  readonly freed: boolean;
}
