import type { Clock } from '../platform/clock.ts';
import type { Database, WriteTransaction } from '../platform/database/index.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { PasswordVerdict } from './logins/password-verdict.ts';
import type { PasswordCost } from './persons/password.ts';
import type { RegistrationEvent } from './persons/registration.ts';

/**
 * Called at the end of the transaction that wrote something, with what was written, to add rows that must be stored
 * together with it.
 */
export type Written<What> = (transaction: WriteTransaction, what: What) => Promise<void>;

/** What the room needs. */
export interface AccountsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  /** Absent: the recommended cost. Tests, which set and check thousands of passwords, use less. */
  readonly passwordCost?: PasswordCost | undefined;
  /** The sandbox has demo accounts, and does not limit failed credentials. */
  readonly mode: 'sandbox' | 'production';
  /** Verify the check digits of CPF and CNPJ; their shape is always checked. */
  readonly checkDocuments: boolean;
  /** Base address of the links handed out, without a trailing slash. */
  readonly publicUrl: string;
  /**
   * Called in the transaction that adds a person, however it is added, to add what every person has from the start.
   */
  readonly onPersonAdded?: (transaction: WriteTransaction, personId: number) => Promise<void>;
  /** Called after somebody without a key registered a person, or was refused because too many of theirs wait. */
  readonly onRegistration?: (event: RegistrationEvent) => void;
  /** Called with the result of every checked password, for the metrics. */
  readonly onPasswordCheck?: ((result: PasswordVerdict['kind']) => void) | undefined;
}
