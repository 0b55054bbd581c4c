import type { Kysely } from 'kysely';
import type { Person } from './person.ts';
import type { PersonTables } from './tables.ts';

/** Stores a person's only valid link: earlier ones become invalid. */
export async function replaceLink(
  tables: Kysely<PersonTables>,
  personId: number,
  link: { readonly tokenHash: string; readonly expiresAt: number },
): Promise<void> {
  await deleteLinks(tables, personId);
  await tables
    .insertInto('password_links')
    .values({ token_hash: link.tokenHash, person_id: personId, expires_at: link.expiresAt })
    .execute();
}

export async function findLinkHolder(
  tables: Kysely<PersonTables>,
  link: { readonly tokenHash: string; readonly now: number },
): Promise<Pick<Person, 'id' | 'name'> | undefined> {
  return tables
    .selectFrom('password_links')
    .innerJoin('persons', 'persons.id', 'password_links.person_id')
    .select(['persons.id', 'persons.name'])
    .where('token_hash', '=', link.tokenHash)
    .where('expires_at', '>', link.now)
    .executeTakeFirst();
}

/** Deletes all links of a person. */
export async function deleteLinks(tables: Kysely<PersonTables>, personId: number): Promise<void> {
  await tables.deleteFrom('password_links').where('person_id', '=', personId).execute();
}

/** Uses a link up; only one caller gets its person. */
export async function takeLink(
  tables: Kysely<PersonTables>,
  link: { readonly tokenHash: string; readonly now: number },
): Promise<number | undefined> {
  const taken = await tables
    .deleteFrom('password_links')
    .where('token_hash', '=', link.tokenHash)
    .where('expires_at', '>', link.now)
    .returning('person_id')
    .executeTakeFirst();
  return taken?.person_id;
}

export async function deleteOldLinks(
  tables: Kysely<PersonTables>,
  wanted: { readonly before: number; readonly limit: number },
): Promise<number> {
  const old = tables
    .selectFrom('password_links')
    .select('token_hash')
    .where('expires_at', '<', wanted.before)
    .limit(wanted.limit);
  const { numDeletedRows } = await tables
    .deleteFrom('password_links')
    .where('token_hash', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
