import type { Clock, Database, Vault, WriteTransaction } from '../platform/index.ts';
import type { PasswordCost } from './persons/password.ts';
import type { RegistrationNews } from './persons/registration.ts';

/** Called at the end of the transaction that wrote something, with what it wrote: what stands or falls with it is added. */
export type Written<What> = (transaction: WriteTransaction, what: What) => Promise<void>;

/** What the room is built from. */
export interface AccountsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  /** Absent: what is advised. Tests, which set and check thousands of passwords, ask for less. */
  readonly passwordCost?: PasswordCost | undefined;
  /** In the sandbox there are demo accounts, and failed credentials are not limited. */
  readonly mode: 'sandbox' | 'production';
  /** Verify the check digits of CPF and CNPJ; their shape is always checked. */
  readonly checkDocuments: boolean;
  /** Base of the links handed out, without a last slash. */
  readonly publicUrl: string;
  /** Called in the transaction that adds a person, whatever the way: what every person has from the start is added with it. */
  readonly onPersonAdded?: (transaction: WriteTransaction, personId: number) => Promise<void>;
  /** Called after somebody without a key registered a person, or was refused because too many of his wait. */
  readonly onRegistration?: (news: RegistrationNews) => void;
}
