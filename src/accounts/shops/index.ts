export { SHOP_MAILS, type ShopMail, type ShopSettings } from './settings/shop-settings.ts';
