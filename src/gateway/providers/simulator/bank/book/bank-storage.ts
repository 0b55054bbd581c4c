import type { BankCharge } from './bank-charge.ts';

/** A charge as it was read, and its version. */
export interface KeptCharge {
  readonly charge: BankCharge;
  readonly version: number;
}

export interface ReceivedRange {
  readonly accountId: string;
  /** Milliseconds since 1970: from the first, before the second. */
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly limit: number;
}

/** Where the simulated bank keeps its book. */
export interface BankStorage {
  /** False when there is a charge with this txid. */
  insert(charge: BankCharge): Promise<boolean>;
  /** Changes a charge and enters its payments that are new; false when it has another version by now. */
  update(before: KeptCharge, charge: BankCharge): Promise<boolean>;
  byTxid(txid: string): Promise<KeptCharge | undefined>;
  byToken(token: string): Promise<KeptCharge | undefined>;
  byEndToEndId(endToEndId: string): Promise<KeptCharge | undefined>;
  /** Those to which something happens by then, the first ones first. */
  due(now: number, limit: number): Promise<readonly KeptCharge[]>;
  /** The charges and ids of payments, in the order in which they arrived. */
  received(
    range: ReceivedRange,
  ): Promise<readonly { readonly kept: KeptCharge; readonly endToEndId: string }[]>;
  /** Newest first; those before the charge with this txid, where one is given. */
  newest(limit: number, before?: string): Promise<readonly KeptCharge[]>;
  /** What was kept under a name; for all instances. */
  setting(name: string): Promise<string | undefined>;
  keepSetting(name: string, value: string): Promise<void>;
}
