import { nextId, type WriteTransaction } from '../../platform/index.ts';
import { findPerson } from '../persons/store.ts';
import type { AccountTables } from '../tables.ts';
import { ownerRole } from './role.ts';
import { findOwner, insertUser, type UserWithSecrets } from './store.ts';
import type { UserRow } from './tables.ts';

/** The user of a person's own login, made when it is first needed; undefined when the person is not active. */
export async function ensureOwner(
  transaction: WriteTransaction,
  personId: number,
  now: number,
): Promise<UserWithSecrets | undefined> {
  const tables = transaction.tables<AccountTables>();
  const person = await findPerson(tables, personId);
  if (person?.status !== 'active') return undefined;
  const known = await findOwner(tables, personId);
  if (known) return known;
  // Locks the sequence: of two first logins at once the second waits here, and finds what the first one made.
  const id = await nextId(transaction, 'user');
  const made = await findOwner(tables, personId);
  if (made) return made;
  await insertUser(
    tables,
    newUserRow({ id, personId, name: person.name, role: ownerRole(person.role), now }),
  );
  return findOwner(tables, personId);
}

function newUserRow(user: {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly role: UserRow['role'];
  readonly now: number;
}): UserRow {
  return {
    id: user.id,
    person_id: user.personId,
    name: user.name,
    email: null,
    role: user.role,
    owner: 1,
    password_hash: null,
    totp_secret: null,
    totp_since: null,
    totp_step: null,
    recovery_codes: null,
    created_at: user.now,
    joined_at: user.now,
    last_login_at: null,
    ended_at: null,
  };
}
