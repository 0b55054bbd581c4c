export { openVault, VaultLocked } from './open.ts';
export { vaultMigrations } from './store.ts';
export type { Vault } from './vault.ts';
