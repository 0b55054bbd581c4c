import type { Kysely } from 'kysely';
import { lockSequence } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import { checkPassword, type PasswordCheckOptions, sourceOf } from '../logins/check-password.ts';
import { loginNameOf } from '../logins/login-name.ts';
import { findPasswordOf, recordSuccess } from '../logins/store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { type ChoosePasswordOptions, choosePassword } from '../passwords/choose-password.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { sessionHash } from '../sessions/open-session.ts';
import { findSession } from '../sessions/store.ts';
import { findUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { replacePersonPassword, replaceUserPassword } from './replace-password.ts';

type ChangeOptions = ChoosePasswordOptions & PasswordCheckOptions & Pick<AccountsOptions, 'clock'>;

export interface PasswordChange {
  readonly visitor: Visitor;
  /** Of the session in which it is changed: all others of the user end. */
  readonly token: string;
  readonly current: Secret;
  readonly password: Secret;
  /** Of the caller: not always the network where the session was opened. */
  readonly address: string;
  readonly written?: Written<User> | undefined;
}

export type PasswordChangeResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

/**
 * Changes the password of a logged-in user, who types the one in use; wrong ones count as those of the login do. Throws
 * `passwords_busy`, or what `choosePassword` throws.
 */
export async function changePassword(
  options: ChangeOptions,
  { visitor, token, current, password, address, written }: PasswordChange,
): Promise<PasswordChangeResult> {
  const { database, vault, clock } = options;
  const { user, person } = visitor;
  const login = { name: loginNameOf(user, person), address };
  let stored: string | undefined;
  const verdict = await checkPassword(options, {
    ...login,
    password: current,
    exempt: false,
    stored: async () => {
      stored = await passwordHashOf(database.read<PasskeyTables>(), visitor);
      return stored;
    },
  });
  if (verdict.kind !== 'right') return verdict;
  // Now, not with the new password: right ones do not count as failures, however many new ones are refused.
  await database.write((transaction) =>
    recordSuccess(transaction.tables<PasskeyTables>(), sourceOf(vault, login), clock.now()),
  );
  const passwordHash = await choosePassword(options, {
    password,
    owner: user.owner ? `person:${person.id}` : `user:${user.id}`,
    document: person.document,
    known: [user.name, user.email, person.name, person.tradeName, person.email],
    current: stored,
  });
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // After this no login that checked the old password issues a key or opens a session.
    await lockSequence(transaction, 'credential');
    const keepSession = sessionHash(token);
    const isCurrent = (await passwordHashOf(tables, visitor)) === stored;
    const member = await findUser(tables, user.id);
    // A link, or another window, was faster: that password was chosen later than this session began.
    if (!isCurrent || !member || !(await findSession(tables, keepSession))) return { kind: 'wrong' };
    const changed = { passwordHash, now: clock.now(), keepSession };
    if (user.owner) await replacePersonPassword(transaction, vault, person, changed);
    else await replaceUserPassword(transaction, vault, member, changed);
    // Again: with the old password its known networks were forgotten.
    await recordSuccess(tables, sourceOf(vault, login), clock.now());
    await written?.(transaction, user);
    return { kind: 'changed' };
  });
}

/** The hash of a user's password: the owner uses the person's own. */
export async function passwordHashOf(
  tables: Kysely<PasskeyTables>,
  { user, person }: Pick<Visitor, 'user' | 'person'>,
): Promise<string | undefined> {
  if (user.owner) return (await findPasswordOf(tables, person.id)) ?? undefined;
  return (await findUser(tables, user.id))?.secrets.passwordHash;
}
