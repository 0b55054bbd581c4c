import type { CardAcquirer } from '../../src/gateway/providers/card-acquirer.ts';
import type { AccountSettings } from '../../src/gateway/providers/provider.ts';

/** A charge in an acquirer's book. Amounts in minor units. */
export interface BookedCharge {
  readonly id: string;
  readonly state: 'approved' | 'declined' | 'pending' | 'canceled' | 'buyer_awaited' | 'forgotten';
  readonly amount: number;
  readonly captured: number;
  /** Released before a capture. */
  readonly voided: number;
  /** Sum of the final refunds. */
  readonly refunded: number;
  /** Final and pending refunds. */
  readonly refunds: readonly { readonly amount: number }[];
}

/** The action of a buyer on the acquirer's page. */
export type BuyerAction = 'right_code' | 'wrong_code' | 'cancel';

/** Faults on the wire, whose allowed outcomes are in `wire-fault-tests.ts`. */
export type WireFaultName =
  | 'connection_reset_before'
  | 'connection_reset_after'
  | 'timeout_before'
  | 'timeout_after'
  | 'unauthorized'
  | 'too_many_requests'
  | 'error_before'
  | 'error_after'
  | 'html_before'
  | 'html_after'
  | 'truncated'
  | 'broken_off'
  | 'wrong_ids'
  | 'late_answer'
  | 'late_processing';

/** Calls of an acquirer's protocol that can go wrong; `token` where calls need one first. */
export type WireOperation = 'token' | 'authorize' | 'capture' | 'refund' | 'query' | 'tokenize';

export interface WireFaults {
  readonly operations: readonly WireOperation[];
  readonly names: readonly WireFaultName[];
  /** Makes the next `times` calls of an operation fail. */
  force(operation: WireOperation, fault: WireFaultName, times: number): Promise<void>;
  /** No further call fails. */
  clear(): Promise<void>;
  /** Makes the connector request a new token before its next call. */
  forgetTokens(): Promise<void>;
}

/**
 * A connector and the simulated host that it calls: everything that the suite knows about an acquirer. Subjects share
 * nothing.
 */
export interface Subject {
  readonly connector: CardAcquirer;
  readonly account: AccountSettings;
  /** An account that the host does not know; undefined where accounts have no credentials. */
  readonly unknownAccount: AccountSettings | undefined;
  /** An account at an address without a listener; undefined where accounts have no address. */
  readonly unreachableAccount: AccountSettings | undefined;
  /** Milliseconds since 1970, by the connector's clock. */
  now(): number;
  /** Advances the acquirer's time by `ms`. */
  advance(ms: number): Promise<void>;
  /** Charges with the reference: none when the host does not know it, two or more when it accepted it twice. */
  book(reference: string): Promise<readonly BookedCharge[]>;
  /** Number of calls that have reached the host. */
  received(): Promise<number>;
  /** Plays a buyer in a browser; returns the final address. */
  authenticate(redirectUrl: string, action: BuyerAction): Promise<string>;
  /** Secrets of the account, which no answer may contain. */
  readonly secrets: readonly string[];
  /** Undefined for a host without a protocol. */
  readonly wireFaults: WireFaults | undefined;
  /** How long each call was given, in milliseconds; undefined for a host without a protocol. */
  readonly given: readonly number[] | undefined;
  close(): Promise<void>;
}

export interface SubjectOptions {
  /** The acquirer's time runs, and so fast that no wait of the host is long; otherwise only `advance` moves it. */
  readonly fast?: boolean;
}

/**
 * Starts a subject with an empty book. When its host leaves a call without an answer, the deadlines of all calls under way
 * end at once: no test waits for one.
 */
export type OpenSubject = (options?: SubjectOptions) => Promise<Subject>;
