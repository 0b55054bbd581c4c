import { lockSequence } from '../../platform/database/index.ts';
import { fingerprint } from '../../platform/fingerprint.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { type ChoosePasswordOptions, choosePassword } from '../passwords/choose-password.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { findUser, findUserLink, takeUserLink, type UserWithSecrets, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { replaceUserPassword } from './replace-password.ts';

type JoinOptions = ChoosePasswordOptions & Pick<AccountsOptions, 'clock' | 'vault'>;

/** The user of a one-time link; undefined when it was used, has expired, or never existed. */
export async function findInvited(
  { database, clock }: Pick<JoinOptions, 'database' | 'clock'>,
  token: Secret,
): Promise<UserWithSecrets | undefined> {
  const tables = database.read<PasskeyTables>();
  const userId = await findUserLink(tables, {
    tokenHash: fingerprint('invitation', token.reveal()),
    now: clock.now(),
  });
  const user = userId === undefined ? undefined : await findUser(tables, userId);
  return user?.state === 'ended' ? undefined : user;
}

/**
 * Uses up the link and sets the password; all sessions of the user end. Throws `link_invalid`, or what
 * `choosePassword` throws; the link then stays valid.
 */
export async function join(
  options: JoinOptions,
  given: { readonly token: Secret; readonly password: Secret; readonly written?: Written<User> | undefined },
): Promise<User> {
  const { database, clock } = options;
  const invited = await findInvited(options, given.token);
  if (!invited) throw refuseAccount('link_invalid');
  const hash = await chooseFor(options, invited, given.password);
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // After this no login that checked the old password opens a session.
    await lockSequence(transaction, 'credential');
    const now = clock.now();
    const userId = await takeUserLink(tables, {
      tokenHash: fingerprint('invitation', given.token.reveal()),
      now,
    });
    const user = userId === undefined ? undefined : await findUser(tables, userId);
    if (!user || user.state === 'ended') throw refuseAccount('link_invalid');
    if (user.state === 'invited') await updateUser(tables, user.id, { joined_at: now });
    await replaceUserPassword(transaction, options.vault, user, { passwordHash: hash, now });
    await given.written?.(transaction, user);
    return user;
  });
}

async function chooseFor(options: JoinOptions, user: UserWithSecrets, password: Secret): Promise<string> {
  const person = await findPerson(options.database.read<PasskeyTables>(), user.personId);
  if (!person) throw refuseAccount('link_invalid');
  return choosePassword(options, {
    password,
    owner: `user:${user.id}`,
    document: person.document,
    known: [user.name, user.email, person.name, person.tradeName],
    current: user.secrets.passwordHash,
  });
}
