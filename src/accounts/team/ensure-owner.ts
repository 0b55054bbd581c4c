import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import { findPerson } from '../persons/record/store.ts';
import { ownerRole } from './role.ts';
import { findOwner, insertUser, type UserWithSecrets } from './store.ts';
import type { TeamTables } from './tables.ts';

/** The user of a person's own login, created when it is first needed; undefined when the person is not active. */
export async function ensureOwner(
  transaction: WriteTransaction,
  personId: number,
  now: number,
): Promise<UserWithSecrets | undefined> {
  const tables = transaction.tables<TeamTables>();
  const person = await findPerson(tables, personId);
  if (person?.status !== 'active') return undefined;
  const known = await findOwner(tables, personId);
  if (known) return known;
  // Locks the sequence: of two concurrent first logins the second waits here, and finds the user of the first.
  const id = await nextId(transaction, 'user');
  const made = await findOwner(tables, personId);
  if (made) return made;
  await insertUser(tables, { id, personId, name: person.name, role: ownerRole(person.role), createdAt: now });
  return findOwner(tables, personId);
}
