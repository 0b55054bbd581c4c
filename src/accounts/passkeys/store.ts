import type { Kysely } from 'kysely';
import type { PasskeyWithKey } from './passkey.ts';
import type { PasskeyRow, PasskeyTables } from './tables.ts';

export async function insertPasskey(tables: Kysely<PasskeyTables>, passkey: PasskeyWithKey): Promise<void> {
  await tables
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .execute();
}

/** Of one user, oldest first; their number is limited when they are added. */
export async function selectPasskeys(
  tables: Kysely<PasskeyTables>,
  userId: number,
): Promise<readonly PasskeyWithKey[]> {
  const rows = await tables
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
}

/** Also one of another user: a credential is registered once. */
export async function isRegistered(tables: Kysely<PasskeyTables>, credentialId: string): Promise<boolean> {
  const row = await tables
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the passkey was removed, or used in another place, since it was read. */
export async function recordPasskeyUse(
  tables: Kysely<PasskeyTables>,
  passkey: Pick<PasskeyWithKey, 'id' | 'counter'>,
  use: { readonly counter: number; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** False when the user has no such passkey. */
export async function updatePasskeyName(
  tables: Kysely<PasskeyTables>,
  { id, userId }: { readonly id: number; readonly userId: number },
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** False when the user has no such passkey. */
export async function deletePasskey(
  tables: Kysely<PasskeyTables>,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await tables
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

export async function deletePasskeysOf(tables: Kysely<PasskeyTables>, userId: number): Promise<void> {
  await tables.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** A session has one challenge at a time: the newest. */
export async function replaceChallenge(
  tables: Kysely<PasskeyTables>,
  challenge: { readonly sessionHash: string; readonly challenge: string; readonly expiresAt: number },
): Promise<void> {
  await tables.deleteFrom('passkey_challenges').where('session_hash', '=', challenge.sessionHash).execute();
  await tables
    .insertInto('passkey_challenges')
    .values({
      session_hash: challenge.sessionHash,
      challenge: challenge.challenge,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Uses up the challenge of a session; undefined when it has none, or one that expired. */
export async function takeChallenge(
  tables: Kysely<PasskeyTables>,
  { sessionHash, now }: { readonly sessionHash: string; readonly now: number },
): Promise<string | undefined> {
  const row = await tables
    .deleteFrom('passkey_challenges')
    .where('session_hash', '=', sessionHash)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : undefined;
}

function toPasskey(row: PasskeyRow): PasskeyWithKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
