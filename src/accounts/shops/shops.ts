import type { WriteTransaction } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { type CheckoutIds, createCheckoutIds } from './checkout-ids/checkout-ids.ts';
import { createSavedViews, type SavedViews } from './saved-views/saved-views.ts';
import { type Accountants, createAccountants } from './settings/accountants.ts';
import { changeShopSettings, changeShopSettingsWithin, type ShopSettingsChange } from './settings/change.ts';
import { createSettingsOfSales, type SettingsOfSales } from './settings/settings-of-sales.ts';
import type { ShopSettings } from './settings/shop-settings.ts';
import { findShopSettings } from './settings/store.ts';
import type { ShopSettingsTables } from './settings/tables.ts';

/** What a shop chooses for itself. Each use case documents the refusals it throws. */
export interface Shops extends SettingsOfSales {
  /** Public ids of shops for pages in the browser. */
  readonly checkoutIds: CheckoutIds;
  /** Views of lists saved by users of the panel, and the limit of refunds without a second factor. */
  readonly views: SavedViews;
  readonly accountants: Accountants;
  shopSettings(personId: number): Promise<ShopSettings>;
  changeShopSettings(change: ShopSettingsChange, written: Written<ShopSettings>): Promise<ShopSettings>;
  /** In the transaction of another change. */
  changeShopSettingsWithin(transaction: WriteTransaction, change: ShopSettingsChange): Promise<ShopSettings>;
}

export function createShops(options: AccountsOptions): Shops {
  return {
    checkoutIds: createCheckoutIds(options),
    views: createSavedViews(options),
    accountants: createAccountants(options),
    shopSettings: (personId) => findShopSettings(options.database.read<ShopSettingsTables>(), personId),
    changeShopSettingsWithin,
    changeShopSettings: (change, written) => changeShopSettings(options, change, written),
    ...createSettingsOfSales(options),
  };
}
