import { RecentLookups } from '../../platform/caches/recent-lookups.ts';
import type { AccountsOptions } from '../options.ts';
import { DEFAULT_POSTBACK_DELAY_SECONDS } from '../postback-delay.ts';
import { findPerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

/** A change of the setting takes effect within 5 s on every instance. */
const LIFE_MS = 3_000;
const MAX_REMEMBERED = 10_000;

/** Seconds between the answer to a person's sale and the postback of its first result; needed for every sale. */
export function createPostbackDelays({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): (personId: number) => Promise<number> {
  const recent = new RecentLookups<{ readonly seconds: number }>({
    clock,
    foundLifeMs: LIFE_MS,
    missingLifeMs: LIFE_MS,
    maxEntries: MAX_REMEMBERED,
  });
  return async (personId) => {
    const found = await recent.get(String(personId), async () => {
      const person = await findPerson(database.read<PersonTables>(), personId);
      return person && { seconds: person.postbackDelaySeconds };
    });
    return found?.seconds ?? DEFAULT_POSTBACK_DELAY_SECONDS;
  };
}
