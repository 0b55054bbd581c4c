import type { Secret } from '../../platform/secret.ts';

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
