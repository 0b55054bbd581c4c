import { lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { checkPassword, countTry, type PasswordCheckOptions, sourceOf } from '../logins/check-password.ts';
import { loginNameOf } from '../logins/login-name.ts';
import { recordSuccess } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { checkPasskey, type PasskeyAnswer } from '../passkeys/check-passkey.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { secondFactorSource } from '../second-factor/attempts.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { type OpenedSession, openSession, sessionHash } from '../sessions/open-session.ts';
import { FRESH_MS } from '../sessions/session.ts';
import { findSession, markFresh } from '../sessions/store.ts';
import { updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { passwordHashOf } from './change-password.ts';
import { type SecondFactorUse, useSecondFactor } from './check-second-factor.ts';

export type ConfirmOptions = PasswordCheckOptions & Pick<AccountsOptions, 'randomBytes' | 'publicUrl'>;

/** A code of the app, a recovery code, or what the browser answered to the session's challenge. */
export type SecondFactorTry =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAnswer };

export type Confirmed<Value> =
  | { readonly kind: 'right'; readonly value: Value }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/** Checks the second factor of a session that waits for it; when it is right, a new session replaces it. */
export async function confirmEntry(
  options: ConfirmOptions,
  given: {
    readonly visitor: Visitor;
    readonly token: string;
    readonly second: SecondFactorTry;
    /** Of this call: the password may have come from another network. */
    readonly address: string;
    readonly agent: string;
    readonly written?: Written<User> | undefined;
  },
): Promise<Confirmed<OpenedSession>> {
  const { visitor, token, address, agent } = given;
  return withSecondFactor(options, given, async (transaction, now) => {
    const tables = transaction.tables<PasskeyTables>();
    await updateUser(tables, visitor.user.id, { last_login_at: now });
    await given.written?.(transaction, visitor.user);
    const userId = visitor.user.id;
    return openSession(options, transaction, { userId, state: 'open', address, agent, now, replaces: token });
  });
}

/** A fresh second factor for an action that needs one; the session stays. */
export async function confirmAgain(
  options: ConfirmOptions,
  given: { readonly visitor: Visitor; readonly token: string; readonly second: SecondFactorTry },
): Promise<Confirmed<number>> {
  return withSecondFactor(options, given, async (transaction, now) => {
    await markFresh(transaction.tables<PasskeyTables>(), sessionHash(given.token), now + FRESH_MS);
    return now + FRESH_MS;
  });
}

/** The password again, for users without a second factor; `address` is the caller's. Throws `passwords_busy`. */
export async function confirmByPassword(
  options: ConfirmOptions,
  given: {
    readonly visitor: Visitor;
    readonly token: string;
    readonly password: Secret;
    readonly address: string;
  },
): Promise<Confirmed<number>> {
  const { database, vault, clock } = options;
  const { user, person } = given.visitor;
  const name = loginNameOf(user, person);
  const verdict = await checkPassword(options, {
    name,
    password: given.password,
    address: given.address,
    exempt: false,
    stored: () => passwordHashOf(database.read<PasskeyTables>(), given.visitor),
  });
  if (verdict.kind !== 'right') return verdict;
  const freshUntil = clock.now() + FRESH_MS;
  await database.write(async (transaction) => {
    await recordSuccess(
      transaction.tables<PasskeyTables>(),
      sourceOf(vault, { name, address: given.address }),
      clock.now(),
    );
    await markFresh(transaction.tables<PasskeyTables>(), sessionHash(given.token), freshUntil);
  });
  return { kind: 'right', value: freshUntil };
}

interface SecondFactorOf {
  readonly visitor: Visitor;
  readonly token: string;
  readonly second: SecondFactorTry;
}

/** Attempts are counted before a code is checked, whatever the network: six digits are few. */
async function withSecondFactor<Value>(
  options: ConfirmOptions,
  { visitor, token, second }: SecondFactorOf,
  then: (transaction: WriteTransaction, now: number) => Promise<Value>,
): Promise<Confirmed<Value>> {
  const { database, vault, clock } = options;
  const source = secondFactorSource(vault, visitor.user.id);
  const until = await countTry(options, source);
  if (until !== undefined) {
    return { kind: 'locked', retryAfterSeconds: Math.ceil((until - clock.now()) / 1000) };
  }
  const given = await checked(options, { visitor, token, second });
  if (!given) return { kind: 'wrong' };
  return database.write(async (transaction) => {
    const now = clock.now();
    const tables = transaction.tables<PasskeyTables>();
    // A new password may have ended the session meanwhile: it must not live on in the one that replaces it.
    await lockSequence(transaction, 'credential');
    if (!(await findSession(tables, sessionHash(token)))) return { kind: 'wrong' };
    if (!(await useSecondFactor(tables, vault, { user: visitor.user, given, now }))) {
      return { kind: 'wrong' };
    }
    await recordSuccess(tables, source, now);
    return { kind: 'right', value: await then(transaction, now) };
  });
}

/** The signature of a passkey is checked before the transaction: others do not wait for it. */
async function checked(
  options: ConfirmOptions,
  { visitor, token, second }: SecondFactorOf,
): Promise<SecondFactorUse | undefined> {
  if (!('passkey' in second)) return second;
  const passkey = await checkPasskey(options, {
    userId: visitor.user.id,
    sessionHash: sessionHash(token),
    answer: second.passkey,
  });
  return passkey && { passkey };
}
