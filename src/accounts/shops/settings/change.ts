import { lockSequence, type WriteTransaction } from '../../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../../options.ts';
import type { PersonSettings } from '../../persons/record/person.ts';
import { updateSettings } from '../../persons/record/settings-store.ts';
import { isPostbackDelay } from '../../postback-delay.ts';
import { refuseAccount } from '../../refusals.ts';
import { checkedSettings, type ShopSettings } from './shop-settings.ts';
import { findShopSettings, saveShopSettings } from './store.ts';
import type { ShopSettingsTables } from './tables.ts';

export interface ShopSettingsChange {
  readonly personId: number;
  /** Settings left out stay; undefined clears. */
  readonly shop?: Partial<Omit<ShopSettings, 'accountantEmail'>>;
  /** The settings that the operator has too. */
  readonly person?: Partial<PersonSettings>;
}

/**
 * Throws `person_unknown`, `shop_setting_invalid` or `postback_delay_invalid`. Takes effect on every instance within
 * seconds.
 */
export function changeShopSettings(
  { database }: Pick<AccountsOptions, 'database'>,
  change: ShopSettingsChange,
  written: Written<ShopSettings>,
): Promise<ShopSettings> {
  return database.write(async (transaction) => {
    const settings = await changeShopSettingsWithin(transaction, change);
    await written(transaction, settings);
    return settings;
  });
}

/** As `changeShopSettings`, in the transaction of another change. */
export async function changeShopSettingsWithin(
  transaction: WriteTransaction,
  { personId, shop = {}, person = {} }: ShopSettingsChange,
): Promise<ShopSettings> {
  const { postbackDelaySeconds } = person;
  if (postbackDelaySeconds !== undefined && !isPostbackDelay(postbackDelaySeconds)) {
    throw refuseAccount('postback_delay_invalid', { field: 'postbackDelaySeconds' });
  }
  const tables = transaction.tables<ShopSettingsTables>();
  // One at a time: two changes of a shop must not overtake each other.
  await lockSequence(transaction, 'person');
  if (!(await updateSettings(tables, personId, person))) throw refuseAccount('person_unknown');
  const settings = checkedSettings({ ...(await findShopSettings(tables, personId)), ...shop });
  await saveShopSettings(tables, personId, settings);
  return settings;
}
