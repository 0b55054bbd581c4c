import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { mintSecret } from '../credentials/credential.ts';
import type { KeyOperator } from '../credentials/key-holder.ts';
import { deleteOldestLogins } from '../credentials/login-keys-store.ts';
import { insertCredential } from '../credentials/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasswordOptions } from '../passwords/password.ts';
import type { PasswordChecks } from '../passwords/password-checks.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import { checkPassword, sourceOf } from './check-password.ts';
import { isDemoLogin } from './demo-login.ts';
import { loginName, mayBeDocument } from './login-name.ts';
import type { PasswordCheckHook } from './password-verdict.ts';
import { findPassword, findPasswordOf, type LoginSource, type Password, recordSuccess } from './store.ts';
import type { LoginTables } from './tables.ts';

export const LOGIN_KEY_LIFE_MS = 24 * 60 * 60_000;
/** Login keys kept of a person, for clients that log in before every call: the oldest goes first. */
export const MAX_LOGIN_KEYS = 1_000;

export interface LoginTry {
  /** CPF or CNPJ as typed. */
  readonly document: string;
  readonly password: Secret;
  readonly address: string;
  /** Called for a login that returns a key. */
  readonly written?: Written<{ readonly person: Person; readonly credentialId: number }> | undefined;
}

export type LoginResult =
  | { readonly kind: 'in'; readonly person: Person; readonly credentialId: number; readonly key: Secret }
  | { readonly kind: 'wrong'; readonly personId: number | undefined }
  | { readonly kind: 'locked'; readonly personId: number | undefined; readonly retryAfterSeconds: number };

export type LoginOptions = Pick<
  AccountsOptions,
  'database' | 'vault' | 'clock' | 'randomBytes' | 'mode' | 'checkDocuments'
> &
  PasswordOptions &
  PasswordCheckHook & { readonly passwordChecks: PasswordChecks };

/**
 * Checks a password and issues a key for 24 hours. An unknown document takes the same steps as a wrong password, so
 * that neither answer nor timing tells them apart. Throws `passwords_busy`.
 */
export async function logIn(options: LoginOptions, given: LoginTry): Promise<LoginResult> {
  const { database, vault, mode } = options;
  const name = loginName(given.document);
  const source = sourceOf(vault, { name, address: given.address });
  let found: Password | undefined;
  const verdict = await checkPassword(options, {
    name,
    password: given.password,
    address: given.address,
    exempt: isDemoLogin(mode, name),
    stored: async () => {
      if (!mayBeDocument(name, options.checkDocuments)) return undefined;
      found = await findPassword(database.read<LoginTables>(), name);
      return found?.password_hash ?? undefined;
    },
  });
  switch (verdict.kind) {
    case 'locked':
      return { kind: 'locked', personId: found?.id, retryAfterSeconds: verdict.retryAfterSeconds };
    case 'wrong':
      return { kind: 'wrong', personId: found?.id };
    case 'right':
      if (!found) throw new Error('a right password belongs to nobody');
      return giveKey(options, source, found, given.written);
  }
}

function giveKey(
  options: LoginOptions,
  source: LoginSource,
  checked: Password,
  written: LoginTry['written'],
): Promise<LoginResult> {
  const personId = checked.id;
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<LoginTables>();
    // Excludes a concurrent new password or deactivation, which end all login keys: none may be issued after them.
    const credentialId = await nextId(transaction, 'credential');
    const person = await findPerson(tables, personId);
    const samePassword = (await findPasswordOf(tables, personId)) === checked.password_hash;
    if (person?.status !== 'active' || !samePassword) return { kind: 'wrong', personId };
    const key = await insertLoginKey(options, transaction, { id: credentialId, personId, source });
    await written?.(transaction, { person, credentialId });
    return { kind: 'in', person, credentialId, key };
  });
}

/** Stores a key for 24 hours, and what the successful login means for later ones. Returns the key. */
export async function insertLoginKey(
  { vault, clock, randomBytes }: Pick<LoginOptions, 'vault' | 'clock' | 'randomBytes'>,
  transaction: WriteTransaction,
  {
    id,
    personId,
    source,
    operator,
  }: {
    readonly id: number;
    readonly personId: number;
    readonly source: LoginSource;
    readonly operator?: KeyOperator;
  },
): Promise<Secret> {
  const tables = transaction.tables<LoginTables>();
  const now = clock.now();
  await recordSuccess(tables, source, now);
  await deleteOldestLogins(tables, { personId, keep: MAX_LOGIN_KEYS - 1 });
  const { secret } = mintSecret('login', id, randomBytes);
  await insertCredential(tables, vault, {
    id,
    personId,
    kind: 'login',
    name: undefined,
    secret,
    createdAt: now,
    expiresAt: now + LOGIN_KEY_LIFE_MS,
    operator,
  });
  return secret;
}
