import type { Kysely } from 'kysely';
import type { Session } from './session.ts';
import type { SessionRow, SessionTables } from './tables.ts';

export async function insertSession(
  tables: Kysely<SessionTables>,
  tokenHash: string,
  session: Session,
): Promise<void> {
  await tables
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      id: session.id,
      user_id: session.userId,
      state: session.state,
      created_at: session.createdAt,
      seen_at: session.seenAt,
      ends_at: session.endsAt,
      fresh_until: session.freshUntil,
      address: session.address,
      agent: session.agent,
    })
    .execute();
}

export async function findSession(
  tables: Kysely<SessionTables>,
  tokenHash: string,
): Promise<Session | undefined> {
  const row = await tables
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && toSession(row);
}

/** Newest first. */
export async function selectSessions(
  tables: Kysely<SessionTables>,
  userId: number,
  limit: number,
): Promise<readonly Session[]> {
  const rows = await tables
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toSession);
}

export async function markSeen(
  tables: Kysely<SessionTables>,
  tokenHash: string,
  seenAt: number,
): Promise<void> {
  await tables
    .updateTable('sessions')
    .set({ seen_at: seenAt })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<', seenAt)
    .execute();
}

export async function markFresh(
  tables: Kysely<SessionTables>,
  tokenHash: string,
  freshUntil: number,
): Promise<void> {
  await tables
    .updateTable('sessions')
    .set({ fresh_until: freshUntil })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** False when it was gone already: a token can be exchanged only once. */
export async function deleteSession(tables: Kysely<SessionTables>, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tables
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}

/** Of one user: one session, or all but `exceptHash`. Returns how many ended. */
export async function deleteSessionsOf(
  tables: Kysely<SessionTables>,
  { userId, id, exceptHash }: { readonly userId: number; readonly id?: string; readonly exceptHash?: string },
): Promise<number> {
  let meant = tables.deleteFrom('sessions').where('user_id', '=', userId);
  if (id !== undefined) meant = meant.where('id', '=', id);
  if (exceptHash !== undefined) meant = meant.where('token_hash', '!=', exceptHash);
  const { numDeletedRows } = await meant.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Of all users of a person. */
export async function deleteSessionsOfPerson(tables: Kysely<SessionTables>, personId: number): Promise<void> {
  const users = tables.selectFrom('users').select('id').where('person_id', '=', personId);
  await tables.deleteFrom('sessions').where('user_id', 'in', users).execute();
}

/** Keeps the newest of a user. */
export async function deleteOldestSessions(
  tables: Kysely<SessionTables>,
  { userId, keep }: { readonly userId: number; readonly keep: number },
): Promise<void> {
  const kept = tables
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(keep);
  await tables
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', kept)
    .execute();
}

export async function deleteEndedSessions(
  tables: Kysely<SessionTables>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  const ended = tables
    .selectFrom('sessions')
    .select('token_hash')
    .where('ends_at', '<', before)
    .orderBy('ends_at')
    .limit(limit);
  const { numDeletedRows } = await tables
    .deleteFrom('sessions')
    .where('token_hash', 'in', ended)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    state: row.state,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    endsAt: row.ends_at,
    freshUntil: row.fresh_until,
    address: row.address,
    agent: row.agent,
  };
}
