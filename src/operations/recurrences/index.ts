export { recurrenceOperations } from './routes.ts';
export { settleEntryCharge } from './settle-entry.ts';
export { recurrenceMigrations } from './tables.ts';
