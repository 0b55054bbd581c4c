import type { Kysely } from 'kysely';
import type { PastPasswordTables } from './tables.ts';

/** A new password must differ from this many earlier ones: the current one and those that it replaced. */
const REMEMBERED_PASSWORDS = 4;

/** Whose password it is: a person's own, or a team member's. */
export type PasswordOwner = `person:${number}` | `user:${number}`;

/** Newest first: the hashes of the passwords before the current one. */
export async function readPastPasswords(
  tables: Kysely<PastPasswordTables>,
  owner: PasswordOwner,
): Promise<readonly string[]> {
  const rows = await tables
    .selectFrom('past_passwords')
    .select('password_hash')
    .where('owner', '=', owner)
    .orderBy('replaced_at', 'desc')
    .orderBy('password_hash')
    .limit(REMEMBERED_PASSWORDS - 1)
    .execute();
  return rows.map((row) => row.password_hash);
}

/** Keeps the password that is about to be replaced, and deletes those too old to count. */
export async function keepPastPassword(
  tables: Kysely<PastPasswordTables>,
  past: { readonly owner: PasswordOwner; readonly passwordHash: string; readonly now: number },
): Promise<void> {
  const { owner, passwordHash, now } = past;
  await tables
    .insertInto('past_passwords')
    .values({ owner, password_hash: passwordHash, replaced_at: now })
    .onConflict((conflict) => conflict.columns(['owner', 'password_hash']).doUpdateSet({ replaced_at: now }))
    .execute();
  const remembered = await readPastPasswords(tables, owner);
  await tables
    .deleteFrom('past_passwords')
    .where('owner', '=', owner)
    .where('password_hash', 'not in', remembered)
    .execute();
}
