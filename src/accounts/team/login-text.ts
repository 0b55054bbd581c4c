import type { Kysely } from 'kysely';
import { formatDocument } from '../../platform/text/document-text.ts';
import { findPerson } from '../persons/record/store.ts';
import { findUserByEmail } from './store.ts';
import type { TeamTables } from './tables.ts';
import type { User } from './user.ts';

/** What a user types to log in. An address that a member of another shop had before needs the document of the shop. */
export async function loginTextOf(tables: Kysely<TeamTables>, user: User): Promise<string> {
  const { email, personId } = user;
  const holder = email === undefined ? undefined : await findUserByEmail(tables, { email });
  if (email !== undefined && (!holder || holder.id === user.id)) return email;
  const person = await findPerson(tables, personId);
  if (!person) throw new Error(`user ${user.id} has no person`);
  return [formatDocument(person.document), ...(email === undefined ? [] : [email])].join(' ');
}
