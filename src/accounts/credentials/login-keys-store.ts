import type { Kysely } from 'kysely';
import type { CredentialTables } from './tables.ts';

/** Leaves only the newest login keys of a person. */
export async function deleteOldestLogins(
  tables: Kysely<CredentialTables>,
  wanted: { readonly personId: number; readonly keep: number },
): Promise<void> {
  const oldestKept = await tables
    .selectFrom('credentials')
    .select('id')
    .where('person_id', '=', wanted.personId)
    .where('kind', '=', 'login')
    .orderBy('id', 'desc')
    .offset(wanted.keep - 1)
    .limit(1)
    .executeTakeFirst();
  if (!oldestKept) return;
  await tables
    .deleteFrom('credentials')
    .where('person_id', '=', wanted.personId)
    .where('kind', '=', 'login')
    .where('id', '<', oldestKept.id)
    .execute();
}

/** Ends all logins of a person. */
export async function deleteLogins(tables: Kysely<CredentialTables>, personId: number): Promise<void> {
  await tables
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('kind', '=', 'login')
    .execute();
}

/** Ends all logins of an operator of a person's tills. */
export async function deleteOperatorLogins(
  tables: Kysely<CredentialTables>,
  operatorId: number,
): Promise<void> {
  await tables.deleteFrom('credentials').where('operator_id', '=', operatorId).execute();
}

/** Deletes login keys that ended before a moment. */
export async function deleteOldLogins(
  tables: Kysely<CredentialTables>,
  wanted: { readonly before: number; readonly limit: number },
): Promise<number> {
  const old = tables
    .selectFrom('credentials')
    .select('id')
    .where('kind', '=', 'login')
    .where('expires_at', '<', wanted.before)
    .limit(wanted.limit);
  const { numDeletedRows } = await tables
    .deleteFrom('credentials')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
