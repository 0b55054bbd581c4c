import { randomUUID } from 'node:crypto';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { fingerprint } from '../../platform/fingerprint.ts';
import { Secret } from '../../platform/secret.ts';
import {
  FRESH_MS,
  HALF_SESSION_LIFE_MS,
  MAX_SESSIONS_PER_USER,
  SESSION_LIFE_MS,
  SESSION_TOKEN_BYTES,
  type Session,
} from './session.ts';
import { deleteOldestSessions, deleteSession, insertSession } from './store.ts';
import type { SessionTables } from './tables.ts';

const MAX_AGENT = 300;

export interface OpenedSession {
  /** For the browser's cookie; only its hash is kept. */
  readonly token: Secret;
  readonly session: Session;
}

/** What a session's token is looked up by. */
export function sessionHash(token: string): string {
  return fingerprint('session', token);
}

/** Opens a session with a new token, also after the second factor, which prevents session fixation. */
export async function openSession(
  { randomBytes }: { readonly randomBytes: (size: number) => Buffer },
  transaction: WriteTransaction,
  wanted: {
    readonly userId: number;
    readonly state: Session['state'];
    readonly address: string;
    readonly agent: string;
    readonly now: number;
    /** Token of this browser's earlier session, which ends. */
    readonly replaces: string | undefined;
  },
): Promise<OpenedSession> {
  const { userId, state, now } = wanted;
  const tables = transaction.tables<SessionTables>();
  if (wanted.replaces !== undefined) await deleteSession(tables, sessionHash(wanted.replaces));
  await deleteOldestSessions(tables, { userId, keep: MAX_SESSIONS_PER_USER - 1 });
  const token = randomBytes(SESSION_TOKEN_BYTES).toString('base64url');
  const session: Session = {
    id: randomUUID(),
    userId,
    state,
    createdAt: now,
    seenAt: now,
    endsAt: now + (state === 'open' ? SESSION_LIFE_MS : HALF_SESSION_LIFE_MS),
    freshUntil: state === 'open' ? now + FRESH_MS : 0,
    address: wanted.address,
    agent: wanted.agent.slice(0, MAX_AGENT),
  };
  await insertSession(tables, sessionHash(token), session);
  return { token: new Secret(token), session };
}
