import type { Secret } from '../../platform/secret.ts';
import type { MinorUnits } from './capabilities.ts';
import type { MoveOutcome, QueryOutcome, RefundQueryOutcome, UndoOutcome } from './outcome.ts';

/** The merchant's account at the acquirer. Its settings are decrypted for one call only. */
export interface AccountSettings {
  readonly accountId: string;
  readonly settings: Readonly<Record<string, Secret>>;
}

/** The two identifiers of a charge: our reference, and the acquirer's id once it is known. */
export interface ChargeIds {
  readonly acquirerReference: string;
  readonly theirId: string | undefined;
  readonly account: AccountSettings;
}

/** Somebody who moves money, as this service reaches it. What it offers is told by the contract that extends this one. */
export interface Provider {
  /** In capitals, as answered in `provider`: `REDE`. */
  readonly provider: string;
  /** Answered in `providerVersion` when the merchant sent none. */
  readonly version: string;
  /** Only a live provider may charge in production. */
  readonly live: boolean;

  health(account: AccountSettings): Promise<{ readonly healthy: boolean; readonly reason?: string }>;
}

/** What can be asked about a charge once it was asked for, whatever it is paid by. */
export interface Charges {
  capture(ids: ChargeIds, amount: MinorUnits): Promise<MoveOutcome>;
  /** Before settlement. Without an amount: everything. */
  void(ids: ChargeIds, amount: MinorUnits | undefined): Promise<MoveOutcome>;
  /** After settlement. `refundReference` is ours, new for every refund. */
  refund(ids: ChargeIds, amount: MinorUnits, refundReference: string): Promise<MoveOutcome>;
  /** Takes back an attempt whose answer was lost. Safe to repeat; "did not exist" is success. */
  undo(ids: ChargeIds): Promise<UndoOutcome>;
  query(ids: ChargeIds): Promise<QueryOutcome>;
  queryRefund(ids: ChargeIds, refundId: string): Promise<RefundQueryOutcome>;
}

/** The way to where a charge is made: a provider and the merchant's account there. */
export interface ChargeRoute {
  /** Never throws (`guardConnector`). */
  readonly connector: Provider & Charges;
  /** 0 for the simulator without an account. */
  readonly accountId: number;
  settings(): Promise<AccountSettings>;
}

/** Finds the way of an earlier attempt. */
export interface ChargeRoutes {
  /** Even when its account was removed meanwhile; undefined when the account, or a connector for it, no longer exists. */
  routeOf(attempt: ChargedThrough & { readonly kind: string }): Promise<ChargeRoute | undefined>;
}

/** Where an attempt was made. */
export interface ChargedThrough {
  /** 0 for the simulator without an account. */
  readonly accountId: number;
  readonly provider: string;
}
