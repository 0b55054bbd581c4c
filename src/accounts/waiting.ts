import { sql } from 'kysely';
import { past, type Waiting } from '../platform/jobs/index.ts';
import { LOGIN_KEY_LIFE_MS } from './logins/log-in.ts';
import { CHALLENGE_LIFE_MS } from './passkeys/passkey.ts';
import { LINK_LIFE_MS } from './persons/record/one-time-link.ts';
import { FRESH_MS, HALF_SESSION_LIFE_MS, SESSION_LIFE_MS } from './sessions/session.ts';
import { USER_LINK_LIFE_MS } from './team/invite.ts';

const ALL = sql<boolean>`1 = 1`;
const SESSION_MS = sql<number>`(case state when 'half' then ${sql.lit(HALF_SESSION_LIFE_MS)}
  else ${sql.lit(SESSION_LIFE_MS)} end)`;

/** What lets somebody in for a while lets them in for no longer. The expiry that a person gave a key is a date. */
export const WAITING_ACCOUNTS: readonly Waiting[] = [
  { table: 'sessions', column: 'ends_at', longestMs: SESSION_MS, where: ALL, isAnew: true },
  { table: 'sessions', column: 'fresh_until', longestMs: FRESH_MS, where: ALL },
  past({ table: 'sessions', column: 'seen_at', where: ALL }),
  { table: 'password_links', column: 'expires_at', longestMs: LINK_LIFE_MS, where: ALL, isAnew: true },
  { table: 'user_links', column: 'expires_at', longestMs: USER_LINK_LIFE_MS, where: ALL, isAnew: true },
  {
    table: 'passkey_challenges',
    column: 'expires_at',
    longestMs: CHALLENGE_LIFE_MS,
    where: ALL,
    isAnew: true,
  },
  {
    table: 'credentials',
    column: 'expires_at',
    longestMs: LOGIN_KEY_LIFE_MS,
    where: sql<boolean>`kind = 'login'`,
    isAnew: true,
  },
];
