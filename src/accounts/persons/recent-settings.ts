import { RecentLookups } from '../../platform/caches/recent-lookups.ts';
import type { AccountsOptions } from '../options.ts';
import { DEFAULT_POSTBACK_DELAY_SECONDS } from '../postback-delay.ts';
import type { Failover, PersonSettings, RetryGuard } from './record/person.ts';
import { findPerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

/** A change of a setting takes effect within 5 s on every instance. */
const LIFE_MS = 3_000;
const MAX_REMEMBERED = 10_000;

/** What is needed of a person's settings while it sells. */
export interface RecentSettings {
  /** Between the answer of a sale and the postback of its first result. */
  postbackDelaySeconds(personId: number): Promise<number>;
  /** What becomes of a try of a card that its scheme charges for. */
  retryGuardOf(personId: number): Promise<RetryGuard>;
  /** Whether what the first acquirer did not charge is tried at a second one. */
  failoverOf(personId: number): Promise<Failover>;
}

export function createRecentSettings({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): RecentSettings {
  const recent = new RecentLookups<PersonSettings>({
    clock,
    foundLifeMs: LIFE_MS,
    missingLifeMs: LIFE_MS,
    maxEntries: MAX_REMEMBERED,
  });
  const settingsOf = (personId: number) =>
    recent.get(String(personId), () => findPerson(database.read<PersonTables>(), personId));
  return {
    postbackDelaySeconds: async (personId) =>
      (await settingsOf(personId))?.postbackDelaySeconds ?? DEFAULT_POSTBACK_DELAY_SECONDS,
    retryGuardOf: async (personId) => (await settingsOf(personId))?.retryGuard ?? 'warn',
    failoverOf: async (personId) => (await settingsOf(personId))?.failover ?? 'on',
  };
}
