import type { ChargeProvider } from '../../../src/gateway/providers/charge-provider.ts';
import type { AccountSettings } from '../../../src/gateway/providers/provider.ts';

/** A charge in a bank's book: the other side of every assertion. Amounts in centavos. */
export interface BookedPix {
  readonly state: 'awaited' | 'paid' | 'removed';
  readonly amount: number;
  readonly payments: readonly {
    readonly endToEndId: string;
    readonly amount: number;
    /** What went back or is on its way, for whatever reason. */
    readonly returned: number;
  }[];
}

export interface Payment {
  /** By default that of the charge. */
  readonly amount?: number;
  /** The bank takes what it would not take: twice, late, another amount, for what is removed. */
  readonly force?: boolean;
}

/** Faults on the wire, whose allowed outcomes are in `wire-tests.ts`. */
export type ChargeFaultName =
  | 'reset_before'
  | 'reset_after'
  | 'silence_before'
  | 'silence_after'
  | 'unauthorized'
  | 'too_many_requests'
  | 'error_before'
  | 'error_after'
  | 'html_before'
  | 'truncated'
  | 'wrong_ids';

export type ChargeOperation = 'create' | 'query' | 'remove' | 'refund' | 'query_refund';

export interface ChargeFaults {
  readonly operations: readonly ChargeOperation[];
  /** Whether nobody could see this fault in the answer to this operation. */
  hides?(operation: ChargeOperation, fault: ChargeFaultName): boolean;
  /** Makes the next `times` calls of an operation fail. */
  force(operation: ChargeOperation, fault: ChargeFaultName, times: number): Promise<void>;
  /** No further call fails. */
  clear(): Promise<void>;
}

/**
 * A provider of charges and the simulated bank that it calls: everything that the suite knows about a bank. What becomes of a
 * charge is decided by the last two digits of its amount (docs/contract/pix.md). Subjects share nothing.
 */
export interface ChargeSubject {
  readonly provider: ChargeProvider;
  readonly account: AccountSettings;
  /** An account that the bank does not know; undefined where accounts have no credentials. */
  readonly unknownAccount: AccountSettings | undefined;
  /** An account at an address without a listener; undefined where accounts have no address. */
  readonly unreachableAccount: AccountSettings | undefined;
  /** Milliseconds since 1970, by the provider's clock, which is the bank's. */
  now(): number;
  /** Lets so much time pass at the bank, and what happens by itself happen. */
  advance(ms: number): Promise<void>;
  /** A payer pays the charge with this txid; undefined where the bank does not take the money. */
  pay(txid: string, payment?: Payment): Promise<{ readonly endToEndId: string } | undefined>;
  /** Undefined: the bank has no such charge. */
  book(txid: string): Promise<BookedPix | undefined>;
  /** An address to which the bank may post. */
  readonly noticesUrl: string;
  /** The bodies that the bank has posted there since the start. */
  notices(): Promise<readonly unknown[]>;
  /** Number of calls that have reached the bank. */
  received(): Promise<number>;
  /** Secrets of the account, which no answer may contain. */
  readonly secrets: readonly string[];
  /** Undefined for a bank without a protocol. */
  readonly faults: ChargeFaults | undefined;
  close(): Promise<void>;
}

export type OpenChargeSubject = () => Promise<ChargeSubject>;
