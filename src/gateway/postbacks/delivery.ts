import type { AfterAttempt, MessageKind, PostbackKey } from './postback.ts';
import type { Lane } from './tables.ts';

/** A postback that is due. */
export interface Candidate extends PostbackKey {
  readonly merchantId: number;
  readonly receiver: string;
  readonly lane: Lane;
  /** An earlier postback of the same transaction is still waiting. */
  readonly isBehind: boolean;
}

/** What a round does with its candidates. `start`, `queue` and `behind` hold transaction ids. */
export interface RoundWrite {
  readonly now: number;
  /**
   * Never-tried postbacks in `start` and `queue` count as due up to this time: they no longer wait for an
   * answer.
   */
  readonly firstDueAt: number;
  /** Unique for each claim. */
  readonly claim: string;
  readonly claimedUntil: number;
  readonly start: readonly string[];
  readonly queue: readonly string[];
  readonly behind: readonly string[];
}

/** No other instance sends it while the claim holds. */
export interface Claimed extends PostbackKey {
  readonly merchantId: number;
  readonly receiver: string;
  readonly url: string;
  readonly body: string;
  readonly kind: MessageKind;
  /** Attempts made before. */
  readonly tries: number;
  readonly claim: string;
}

export interface DeliveryAttempt {
  readonly postback: Claimed;
  readonly after: AfterAttempt;
  readonly at: number;
  /** How the body of the receiver's answer begins, where the attempt failed. */
  readonly answer?: string | undefined;
}

/**
 * `held`: the claim still held, so the result was written. `freed`: a later postback of the transaction may
 * now be sent.
 */
export interface Recorded {
  readonly held: boolean;
  readonly freed: boolean;
}
