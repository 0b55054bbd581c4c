import type { AccountSettings, Connector } from '../../src/gateway/acquirers/connector.ts';

/** What an acquirer's book says of one charge. Amounts in minor units. */
export interface BookedCharge {
  readonly id: string;
  readonly state: 'approved' | 'declined' | 'pending' | 'canceled' | 'authentication_pending' | 'forgotten';
  readonly amount: number;
  readonly captured: number;
  /** Let go of before it was captured. */
  readonly voided: number;
  /** Given back for good after it was captured. */
  readonly refunded: number;
  /** Given back after it was captured, or being given back. */
  readonly refunds: readonly { readonly amount: number }[];
}

/** What a buyer does on the acquirer's page. */
export type BuyerAction = 'right_code' | 'wrong_code' | 'cancel';

/** What goes wrong on the wire, as `wire-fault-tests.ts` judges it. */
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
  /** The next so many calls of an operation go wrong. */
  force(operation: WireOperation, fault: WireFaultName, times: number): Promise<void>;
  /** No further call goes wrong. */
  clear(): Promise<void>;
  /** Makes the connector ask for a new token before its next call. */
  forgetTokens(): Promise<void>;
}

/**
 * A connector and the simulated host that it speaks to: all that the suite knows of an acquirer. Nothing here is
 * shared with another subject.
 */
export interface Subject {
  readonly connector: Connector;
  readonly account: AccountSettings;
  /** An account that the host does not know; undefined where accounts have no credentials. */
  readonly unknownAccount: AccountSettings | undefined;
  /** An account at an address where nobody listens; undefined where accounts have no address. */
  readonly unreachableAccount: AccountSettings | undefined;
  /** Milliseconds since 1970, by the connector's clock. */
  now(): number;
  /** Lets so many milliseconds of the acquirer's time go by. */
  advance(ms: number): Promise<void>;
  /** Empty when the host never heard of the reference; two or more where it took it twice. */
  book(reference: string): Promise<readonly BookedCharge[]>;
  /** How many calls have reached the host. */
  received(): Promise<number>;
  /** Plays a buyer in a browser; gives the address that the browser is sent to at the end. */
  authenticate(redirectUrl: string, action: BuyerAction): Promise<string>;
  /** Keys and the like of the account: they must show nowhere. */
  readonly secrets: readonly string[];
  /** Undefined for a host that speaks no protocol. */
  readonly wireFaults: WireFaults | undefined;
  close(): Promise<void>;
}

export interface SubjectOptions {
  /** The acquirer's time runs by itself, fast enough that no wait of a host is long; else only `advance` moves it. */
  readonly fast?: boolean;
  /** Some calls get no answer: they end with their deadline, which is then short. No other call is to meet it. */
  readonly unanswered?: boolean;
}

/** Starts a subject with an empty book. */
export type OpenSubject = (options?: SubjectOptions) => Promise<Subject>;
