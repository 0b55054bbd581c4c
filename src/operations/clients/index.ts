export type { Client } from './client.ts';
export { getClient } from './get.ts';
export { clientOperations } from './routes.ts';
export { type ClientToSave, clientOfBuyer, saveClient } from './save.ts';
export { findClient, findClients, selectNewestClients, updateClient } from './store.ts';
export { type ClientTables, clientMigrations } from './tables.ts';
