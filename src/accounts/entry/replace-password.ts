import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { markRevoked } from '../credentials/store.ts';
import { loginHash, memberName, memberOfShopName } from '../logins/login-name.ts';
import { clearFailures, findPasswordOf, forgetNetworks, writePassword } from '../logins/store.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { keepPastPassword } from '../passwords/store.ts';
import { deleteLinks } from '../persons/record/link-store.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { deleteUserLinks, findOwner, type UserWithSecrets, updateUser } from '../team/store.ts';

interface NewHash {
  readonly passwordHash: string;
  readonly now: number;
  /** The hash of the session's token in which the password is changed: it goes on. */
  readonly keepSession?: string | undefined;
}

/**
 * A new password of a person, in a transaction that holds the sequence of credentials. What the earlier one opened
 * ends: login keys, sessions of the panel, and links that set a password. The login is unblocked.
 */
export async function replacePersonPassword(
  transaction: WriteTransaction,
  vault: Vault,
  person: Pick<Person, 'id' | 'document'>,
  { passwordHash, now, keepSession }: NewHash,
): Promise<void> {
  const tables = transaction.tables<PasskeyTables>();
  const replaced = await findPasswordOf(tables, person.id);
  if (replaced !== null) {
    await keepPastPassword(tables, { owner: `person:${person.id}`, passwordHash: replaced, now });
  }
  await writePassword(tables, person.id, passwordHash);
  await markRevoked(tables, { personId: person.id, kind: 'login' }, now);
  await deleteLinks(tables, person.id);
  const owner = await findOwner(tables, person.id);
  if (owner) await endSessions(tables, owner.id, keepSession);
  await unblock(tables, loginHash(vault, person.document));
}

/** The same for a member of a person's team. */
export async function replaceUserPassword(
  transaction: WriteTransaction,
  vault: Vault,
  user: UserWithSecrets,
  { passwordHash, now, keepSession }: NewHash,
): Promise<void> {
  const tables = transaction.tables<PasskeyTables>();
  const replaced = user.secrets.passwordHash;
  if (replaced !== undefined) {
    await keepPastPassword(tables, { owner: `user:${user.id}`, passwordHash: replaced, now });
  }
  await updateUser(tables, user.id, { password_hash: passwordHash });
  await deleteUserLinks(tables, user.id);
  await endSessions(tables, user.id, keepSession);
  const { personId, email } = user;
  if (email === undefined) return;
  await unblock(tables, loginHash(vault, memberName({ personId, email })));
  const person = await findPerson(tables, personId);
  if (person) await unblock(tables, loginHash(vault, memberOfShopName({ ...person, email })));
}

async function endSessions(
  tables: Kysely<PasskeyTables>,
  userId: number,
  keep: string | undefined,
): Promise<void> {
  await deleteSessionsOf(tables, { userId, ...(keep === undefined ? {} : { exceptHash: keep }) });
}

async function unblock(tables: Kysely<PasskeyTables>, login: string): Promise<void> {
  await clearFailures(tables, { login });
  await forgetNetworks(tables, login);
}
