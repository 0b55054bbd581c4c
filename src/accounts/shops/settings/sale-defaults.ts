import { RecentLookups } from '../../../platform/caches/recent-lookups.ts';
import type { AccountsOptions } from '../../options.ts';
import type { SaleDefaults } from './shop-settings.ts';
import { findShopSettings } from './store.ts';
import type { ShopSettingsTables } from './tables.ts';

/** A change takes effect within 5 s on every instance. */
const LIFE_MS = 3_000;
const MAX_REMEMBERED = 10_000;

/** The defaults of a person's sales; needed for every sale. */
export function createSaleDefaults({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): (personId: number) => Promise<SaleDefaults> {
  const recent = new RecentLookups<SaleDefaults>({
    clock,
    foundLifeMs: LIFE_MS,
    missingLifeMs: LIFE_MS,
    maxEntries: MAX_REMEMBERED,
  });
  return async (personId) => {
    const found = await recent.get(String(personId), () =>
      findShopSettings(database.read<ShopSettingsTables>(), personId),
    );
    return { statementName: found?.statementName, postBackUrl: found?.postBackUrl };
  };
}
