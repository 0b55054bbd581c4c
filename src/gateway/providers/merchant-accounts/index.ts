export { createMerchantAccounts, type MerchantAccount, type MerchantAccounts } from './merchant-accounts.ts';
export { acquirerAccountMigrations } from './store.ts';
