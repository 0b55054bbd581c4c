import { nextId, type Secret } from '../../platform/index.ts';
import { mintSecret } from '../credentials/credential.ts';
import { deleteOldestLogins, insertCredential } from '../credentials/store.ts';
import { DEMO_DOCUMENTS } from '../demo.ts';
import { networkOf } from '../network.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { NOBODYS_PASSWORD, verifyPassword } from '../persons/password.ts';
import type { Person } from '../persons/person.ts';
import { findPerson } from '../persons/store.ts';
import type { AccountTables } from '../tables.ts';
import { lockedUntil, withFailure } from './lockout.ts';
import { loginHash, loginName } from './login-name.ts';
import type { PasswordChecks } from './password-checks.ts';
import {
  clearFailures,
  findPassword,
  findPasswordOf,
  type LoginSource,
  lockFailures,
  type Password,
  readFailures,
  writeFailures,
} from './store.ts';

export const LOGIN_KEY_LIFE_MS = 24 * 60 * 60_000;
/** Login keys kept of a person, for clients that log in before every call: the oldest goes first. */
export const MAX_LOGIN_KEYS = 1_000;

export interface LoginTry {
  /** CPF or CNPJ as typed. */
  readonly document: string;
  readonly password: Secret;
  readonly address: string;
  /** For the login that gives a key. */
  readonly written?: Written<{ readonly personId: number; readonly credentialId: number }> | undefined;
}

export type LoginResult =
  | { readonly outcome: 'in'; readonly person: Person; readonly credentialId: number; readonly key: Secret }
  | { readonly outcome: 'wrong'; readonly personId: number | undefined }
  | { readonly outcome: 'locked'; readonly personId: number | undefined; readonly retryAfterSeconds: number };

export type LoginOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock' | 'randomBytes' | 'mode'> & {
  readonly passwordChecks: PasswordChecks;
};

/**
 * Checks a password and gives a key for 24 hours. An unknown document takes the same steps as a wrong password, so that
 * neither answer nor time tells them apart. Throws `passwords_busy`.
 */
export function logIn(options: LoginOptions, given: LoginTry): Promise<LoginResult> {
  const { database, vault, clock, mode } = options;
  const name = loginName(given.document);
  const source = { login: loginHash(vault, name), network: networkOf(given.address) };
  const exempt = mode === 'sandbox' && DEMO_DOCUMENTS.includes(name);

  return options.passwordChecks(async () => {
    const found = await findPassword(database.read<AccountTables>(), name);
    const until = exempt ? undefined : await countTry(options, source);
    if (until !== undefined) {
      const retryAfterSeconds = Math.ceil((until - clock.now()) / 1000);
      return { outcome: 'locked', personId: found?.id, retryAfterSeconds };
    }
    const right = await verifyPassword(given.password, found?.password_hash ?? NOBODYS_PASSWORD);
    if (!right || !found) return { outcome: 'wrong', personId: found?.id };
    return giveKey(options, source, found, given.written);
  });
}

/**
 * Counts the try as wrong before the password is looked at, so that many at once get no more tries than one after the
 * other; a right one clears the count. Gives the time until which the login is blocked, if it is.
 */
async function countTry(
  { database, clock }: Pick<LoginOptions, 'database' | 'clock'>,
  source: LoginSource,
): Promise<number | undefined> {
  const now = clock.now();
  const known = lockedUntil(await readFailures(database.read<AccountTables>(), source), now);
  if (known !== undefined) return known;
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    const failedAt = await lockFailures(tables, source, now);
    const until = lockedUntil(failedAt, now);
    if (until === undefined) await writeFailures(tables, source, withFailure(failedAt, now));
    return until;
  });
}

function giveKey(
  { database, vault, clock, randomBytes }: LoginOptions,
  source: LoginSource,
  checked: Password,
  written: LoginTry['written'],
): Promise<LoginResult> {
  const now = clock.now();
  const personId = checked.id;
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    // Locks out a new password, which ends all login keys: none may be made from the old one after it.
    const credentialId = await nextId(transaction, 'credential');
    if ((await findPasswordOf(tables, personId)) !== checked.password_hash)
      return { outcome: 'wrong', personId };
    await clearFailures(tables, source);
    await deleteOldestLogins(tables, { personId, keep: MAX_LOGIN_KEYS - 1 });
    const { secret } = mintSecret('login', credentialId, randomBytes);
    await insertCredential(tables, vault, {
      id: credentialId,
      personId,
      kind: 'login',
      name: undefined,
      secret,
      createdAt: now,
      expiresAt: now + LOGIN_KEY_LIFE_MS,
    });
    const person = await findPerson(tables, personId);
    if (!person) throw new Error(`person ${personId} is gone, which active ones never are`);
    await written?.(transaction, { personId, credentialId });
    return { outcome: 'in', person, credentialId, key: secret };
  });
}
