export const SESSION_TOKEN_BYTES = 32;
/** However much it is used (panel, 2). */
export const SESSION_LIFE_MS = 12 * 60 * 60_000;

/** A session that waits for its second factor. */
export const HALF_SESSION_LIFE_MS = 10 * 60_000;
/** How long a second factor, or a password given again, counts as fresh. */
export const FRESH_MS = 5 * 60_000;
/** Use is stored at most this often, so that reading pages does not write. */
export const SEEN_EVERY_MS = 60_000;
export const MAX_SESSIONS_PER_USER = 20;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  /** Names the session in lists; not its token. */
  readonly id: string;
  readonly userId: number;
  /** `half`: the password was right, the second factor is still missing. */
  readonly state: 'half' | 'open';
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
  readonly seenAt: number;
  readonly endsAt: number;
  /** Until then keys, team, acquirers' secrets and large refunds need no new second factor. */
  readonly freshUntil: number;
  readonly address: string;
  /** The browser, as it names itself. */
  readonly agent: string;
}

/** Whether a session is still valid. */
export function isAlive(
  session: Pick<Session, 'seenAt' | 'endsAt'>,
  { now, idleMinutes }: { readonly now: number; readonly idleMinutes: number },
): boolean {
  return now < session.endsAt && now < session.seenAt + idleMinutes * 60_000;
}

/** Whether a cookie could be the token of a session at all. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}
