export type { ShopSettings } from './settings/shop-settings.ts';
