import type { AccountsOptions } from '../options.ts';
import type { Person } from '../persons/person.ts';
import { findPerson } from '../persons/store.ts';
import type { ShopSettings } from '../shop-settings/shop-settings.ts';
import { findShopSettings } from '../shop-settings/store.ts';
import type { AccountTables } from '../tables.ts';
import { findUser, type UserWithSecrets } from '../team/store.ts';
import { sessionHash } from './open-session.ts';
import { IDLE_MINUTES, isAlive, isSessionToken, SEEN_EVERY_MS, type Session } from './session.ts';
import { findSession, markSeen } from './store.ts';

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
  const tables = database.read<AccountTables>();
  const session = await findSession(tables, hash);
  const user = session && (await findUser(tables, session.userId));
  if (!session || user?.state !== 'active') return undefined;
  // In parallel: while sales are written, each read waits until what it may have seen is synced.
  const [person, settings] = await Promise.all([
    findPerson(tables, user.personId),
    findShopSettings(tables, user.personId),
  ]);
  if (person?.status !== 'active') return undefined;
  const now = clock.now();
  const idleMinutes = person.role === 'operator' ? IDLE_MINUTES.operator : settings.idleMinutes;
  if (!isAlive(session, { now, idleMinutes })) return undefined;
  if (!passive && session.state === 'open' && now - session.seenAt >= SEEN_EVERY_MS) {
    await database.write((write) => markSeen(write.tables<AccountTables>(), hash, now));
  }
  return { session, user, person, settings, idleMinutes };
}
