import type { Secret, Vault } from '../../platform/index.ts';
import { networkOf } from '../network.ts';
import type { AccountsOptions } from '../options.ts';
import { NOBODYS_PASSWORD, verifyPassword } from '../persons/password.ts';
import type { AccountTables } from '../tables.ts';
import { lockedUntil, withFailure } from './lockout.ts';
import { loginHash } from './login-name.ts';
import type { PasswordChecks } from './password-checks.ts';
import { type LoginSource, lockFailures, readFailures, writeFailures } from './store.ts';

export type PasswordCheckOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock'> & {
  readonly passwordChecks: PasswordChecks;
};

export interface PasswordTry {
  /** What was typed as login, in its canonical form. */
  readonly name: string;
  readonly password: Secret;
  readonly address: string;
  /** The stored text; undefined when nobody logs in by that name. */
  readonly stored: () => Promise<string | undefined>;
  /** Never locked: the demo logins of the sandbox. */
  readonly exempt: boolean;
}

export type PasswordVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/** Whose failures a login from an address are counted among. */
export function sourceOf(
  vault: Vault,
  { name, address }: { readonly name: string; readonly address: string },
): LoginSource {
  return { login: loginHash(vault, name), network: networkOf(address) };
}

/**
 * Checks a password under the lock-out. An unknown login takes the same steps as a wrong password, so that neither
 * answer nor time tells them apart. Whoever acts on `right` clears the failures. Throws `passwords_busy`.
 */
export function checkPassword(
  options: PasswordCheckOptions,
  { name, password, address, stored, exempt }: PasswordTry,
): Promise<PasswordVerdict> {
  return options.passwordChecks(async () => {
    const hash = await stored();
    const until = exempt ? undefined : await countTry(options, sourceOf(options.vault, { name, address }));
    if (until !== undefined) {
      return { kind: 'locked', retryAfterSeconds: Math.ceil((until - options.clock.now()) / 1000) };
    }
    const right = await verifyPassword(password, hash ?? NOBODYS_PASSWORD);
    return { kind: right && hash !== undefined ? 'right' : 'wrong' };
  });
}

/**
 * Counts the try as wrong before the password is looked at, so that many at once get no more tries than one after the
 * other; a right one clears the count. Gives the time until which the login is blocked, if it is.
 */
export async function countTry(
  { database, clock }: Pick<PasswordCheckOptions, 'database' | 'clock'>,
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
