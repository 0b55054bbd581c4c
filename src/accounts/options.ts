import type { Database, WriteTransaction } from '../platform/database/index.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Vault } from '../platform/vault/index.ts';

/**
 * Called at the end of the transaction that wrote something, with what was written, to add rows that must be stored
 * together with it.
 */
export type Written<What> = (transaction: WriteTransaction, what: What) => Promise<void>;

/** What every room of accounts may need. Some need more, which stands there. */
export interface AccountsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  /** The sandbox has demo accounts, and does not limit failed credentials. */
  readonly mode: 'sandbox' | 'production';
  /** Verify the check digits of CPF and CNPJ; their shape is always checked. */
  readonly checkDocuments: boolean;
  /** Base address of the links handed out, without a trailing slash. */
  readonly publicUrl: string;
}
