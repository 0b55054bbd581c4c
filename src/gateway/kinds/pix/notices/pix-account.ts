/** What is kept of a merchant's account at a bank beside its settings. Times in milliseconds since 1970. */
export interface PixAccount {
  readonly accountId: number;
  /** SHA-256 of the token in its address for notices. */
  readonly tokenHash: string;
  readonly createdAt: number;
  /** When the bank is asked next for what arrived. */
  readonly nextAt: number;
  /** All that arrived before was looked at; undefined before the first list. */
  readonly listedUntil: number | undefined;
  /** Where the bank tells payments, when it was last asked; undefined while that is not known. */
  readonly told: NoticesTold | undefined;
}

/** `here`: to our address, for all keys of the account. */
export type NoticesTold = 'here' | 'elsewhere' | 'nowhere';
