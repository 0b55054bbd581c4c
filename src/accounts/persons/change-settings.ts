import type { AccountsOptions, Written } from '../options.ts';
import { isPostbackDelay } from '../postback-delay.ts';
import { refuseAccount } from '../refusals.ts';
import type { PersonSettings } from './record/person.ts';
import { updateSettings } from './record/settings-store.ts';
import type { PersonTables } from './record/tables.ts';

/**
 * Changes the given settings and returns all of them. Takes effect on every instance within seconds. Throws
 * `person_unknown` and `postback_delay_invalid`.
 */
export async function changeSettings(
  { database }: Pick<AccountsOptions, 'database'>,
  id: number,
  given: Partial<PersonSettings>,
  written?: Written<PersonSettings>,
): Promise<PersonSettings> {
  const { postbackDelaySeconds } = given;
  if (postbackDelaySeconds !== undefined && !isPostbackDelay(postbackDelaySeconds)) {
    throw refuseAccount('postback_delay_invalid', { field: 'postbackDelaySeconds' });
  }
  return database.write(async (transaction) => {
    const changed = await updateSettings(transaction.tables<PersonTables>(), id, given);
    if (!changed) throw refuseAccount('person_unknown');
    await written?.(transaction, changed);
    return changed;
  });
}
