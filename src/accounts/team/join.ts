import type { Secret } from '../../platform/index.ts';
import { fingerprint } from '../fingerprint.ts';
import { LINK_HOLDER, type PasswordChecks } from '../logins/password-checks.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { checkPassword, hashPassword, PASSWORD_NONCE_BYTES } from '../persons/password.ts';
import { refuseAccount } from '../refusals.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import type { AccountTables } from '../tables.ts';
import { findUser, findUserLink, takeUserLink, updateUser } from './store.ts';
import type { User } from './user.ts';

type JoinOptions = Pick<AccountsOptions, 'database' | 'clock' | 'randomBytes'> & {
  readonly passwordChecks: PasswordChecks;
};

/** Whose one-time link it is; undefined when it was used, has ended, or never was. */
export async function findInvited(
  { database, clock }: Pick<JoinOptions, 'database' | 'clock'>,
  token: Secret,
): Promise<User | undefined> {
  const tables = database.read<AccountTables>();
  const userId = await findUserLink(tables, {
    tokenHash: fingerprint('invitation', token.reveal()),
    now: clock.now(),
  });
  const user = userId === undefined ? undefined : await findUser(tables, userId);
  return user?.state === 'ended' ? undefined : user;
}

/**
 * Uses the link up and sets the password; all sessions of the user end.
 * Throws `link_invalid`, `password_invalid` (the link stays good) or `passwords_busy`.
 */
export async function join(
  options: JoinOptions,
  given: { readonly token: Secret; readonly password: Secret; readonly written?: Written<User> | undefined },
): Promise<User> {
  const { database, clock, randomBytes, passwordChecks } = options;
  if (!(await findInvited(options, given.token))) throw refuseAccount('link_invalid');
  checkPassword(given.password);
  const hash = await passwordChecks(LINK_HOLDER, () =>
    hashPassword(given.password, randomBytes(PASSWORD_NONCE_BYTES)),
  );
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    const now = clock.now();
    const userId = await takeUserLink(tables, {
      tokenHash: fingerprint('invitation', given.token.reveal()),
      now,
    });
    const user = userId === undefined ? undefined : await findUser(tables, userId);
    if (!user || user.state === 'ended') throw refuseAccount('link_invalid');
    await updateUser(tables, user.id, {
      password_hash: hash,
      ...(user.state === 'invited' ? { joined_at: now } : {}),
    });
    await deleteSessionsOf(tables, { userId: user.id });
    await given.written?.(transaction, user);
    return user;
  });
}
