import type { AccountsOptions } from '../options.ts';
import type { Person } from '../persons/record/person.ts';
import { IDLE_MINUTES, type ShopSettings } from '../shops/settings/shop-settings.ts';
import type { UserWithSecrets } from '../team/store.ts';
import { findHolder } from './holder-store.ts';
import { sessionHash } from './open-session.ts';
import { isAlive, isSessionToken, SEEN_EVERY_MS, type Session } from './session.ts';
import { markSeen } from './store.ts';
import type { SessionTables } from './tables.ts';

export interface Visitor {
  readonly session: Session;
  readonly user: UserWithSecrets;
  readonly person: Person;
  /** Of the person whose team it is. */
  readonly settings: ShopSettings;
  readonly idleMinutes: number;
}

/**
 * The user of a session's token; undefined when there is none, or it has ended: by time, by a logout, with the user, or
 * with the person. Counts as use of the session, unless `passive` (a page that refreshes by itself).
 */
export async function findVisitor(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  token: string,
  { passive = false }: { readonly passive?: boolean } = {},
): Promise<Visitor | undefined> {
  if (!isSessionToken(token)) return undefined;
  const hash = sessionHash(token);
  // In one statement: while sales are written, each read waits until what it may have seen is synced.
  const found = await findHolder(database.read<SessionTables>(), hash);
  if (found?.user.state !== 'active' || found.person.status !== 'active') return undefined;
  const { session, user, person, settings } = found;
  const now = clock.now();
  const idleMinutes = person.role === 'operator' ? IDLE_MINUTES.operator : settings.idleMinutes;
  if (!isAlive(session, { now, idleMinutes })) return undefined;
  if (!passive && session.state === 'open' && now - session.seenAt >= SEEN_EVERY_MS) {
    await database.write((write) => markSeen(write.tables<SessionTables>(), hash, now));
  }
  return { session, user, person, settings, idleMinutes };
}
