import { RecentLookups } from '../../../platform/caches/recent-lookups.ts';
import type { AccountsOptions } from '../../options.ts';
import {
  DEFAULT_SHOP_SETTINGS,
  type SaleDefaults,
  type ShopMail,
  type ShopSettings,
} from './shop-settings.ts';
import { findShopSettings } from './store.ts';
import type { ShopSettingsTables } from './tables.ts';

/** A change takes effect within 5 s on every instance. */
const LIFE_MS = 3_000;
const MAX_REMEMBERED = 10_000;

/** What is needed of a shop's settings for every sale. */
export interface SettingsOfSales {
  saleDefaults(personId: number): Promise<SaleDefaults>;
  mailsOf(personId: number): Promise<readonly ShopMail[]>;
  /** Whether its postbacks tell more than statuses. */
  wantsExtraPostbacks(personId: number): Promise<boolean>;
}

export function createSettingsOfSales({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): SettingsOfSales {
  const recent = new RecentLookups<ShopSettings>({
    clock,
    foundLifeMs: LIFE_MS,
    missingLifeMs: LIFE_MS,
    maxEntries: MAX_REMEMBERED,
  });
  const settingsOf = async (personId: number): Promise<ShopSettings> =>
    (await recent.get(String(personId), () =>
      findShopSettings(database.read<ShopSettingsTables>(), personId),
    )) ?? DEFAULT_SHOP_SETTINGS;
  return {
    saleDefaults: async (personId) => {
      const { statementName, postBackUrl, pixDiscount } = await settingsOf(personId);
      return { statementName, postBackUrl, pixDiscount };
    },
    mailsOf: async (personId) => (await settingsOf(personId)).mails,
    wantsExtraPostbacks: async (personId) => (await settingsOf(personId)).extraPostbacks,
  };
}
