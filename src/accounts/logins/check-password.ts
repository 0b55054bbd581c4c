import { networkOf } from '../../platform/network.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { AccountsOptions } from '../options.ts';
import { nobodysPassword, type PasswordOptions, verifyPassword } from '../passwords/password.ts';
import type { PasswordChecks } from '../passwords/password-checks.ts';
import { delayedUntil, lockedUntil, withFailure, withFailureAnywhere } from './lockout.ts';
import { loginHash } from './login-name.ts';
import type { PasswordCheckHook, PasswordVerdict } from './password-verdict.ts';
import {
  ANYWHERE,
  isKnownNetwork,
  type LoginSource,
  lockFailures,
  readFailures,
  writeFailures,
} from './store.ts';
import type { LoginTables } from './tables.ts';

export type PasswordCheckOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock'> &
  PasswordOptions &
  PasswordCheckHook & {
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

/** The login and network that failures are counted under. */
export function sourceOf(
  vault: Vault,
  { name, address }: { readonly name: string; readonly address: string },
): LoginSource {
  return { login: loginHash(vault, name), network: networkOf(address) };
}

/**
 * Checks a password subject to the lock-out, when its network's turn has come. An unknown login takes the same steps as
 * a wrong password, so that neither answer nor timing tells them apart. Callers that act on `right` call
 * `recordSuccess`. Throws `passwords_busy`.
 */
export async function checkPassword(
  options: PasswordCheckOptions,
  { name, password, address, stored, exempt }: PasswordTry,
): Promise<PasswordVerdict> {
  const { database, vault, clock, passwordChecks, passwordCost, onPasswordCheck } = options;
  const source = sourceOf(vault, { name, address });
  const known = await isKnownNetwork(database.read<LoginTables>(), source, clock.now());
  const verdict = await passwordChecks(
    { network: source.network, known },
    async (): Promise<PasswordVerdict> => {
      const hash = await stored();
      const until = exempt ? undefined : await countTry(options, source, known);
      if (until !== undefined) {
        return { kind: 'locked', retryAfterSeconds: Math.ceil((until - clock.now()) / 1000) };
      }
      const right = await verifyPassword(password, hash ?? nobodysPassword(passwordCost));
      return { kind: right && hash !== undefined ? 'right' : 'wrong' };
    },
  );
  onPasswordCheck?.(verdict.kind);
  return verdict;
}

/**
 * Counts the attempt as failed before the password is checked, so that concurrent attempts get no more guesses than
 * consecutive ones; `recordSuccess` takes a successful one back. Returns the time until which the login is blocked, if
 * it is: from a network it is known to come from (`known`) only failures from that network count, so that strangers
 * cannot lock it out.
 */
export async function countTry(
  { database, clock }: Pick<PasswordCheckOptions, 'database' | 'clock'>,
  source: LoginSource,
  known = false,
): Promise<number | undefined> {
  const now = clock.now();
  const everywhere = { login: source.login, network: ANYWHERE };
  const blockedUntil = (own: readonly number[], anywhere: readonly number[]) =>
    lockedUntil(own, now) ?? (known ? undefined : delayedUntil({ anywhere, own }, now));
  const tables = database.read<LoginTables>();
  const seen = blockedUntil(await readFailures(tables, source), await readFailures(tables, everywhere));
  if (seen !== undefined) return seen;
  return database.write(async (transaction) => {
    const written = transaction.tables<LoginTables>();
    // The row of all networks first: attempts from different networks queue for it.
    const anywhere = await lockFailures(written, everywhere, now);
    const own = await lockFailures(written, source, now);
    const until = blockedUntil(own, anywhere);
    if (until === undefined) {
      await writeFailures(written, everywhere, withFailureAnywhere(anywhere, now));
      await writeFailures(written, source, withFailure(own, now));
    }
    return until;
  });
}
