export { recurrenceOperations } from './routes.ts';
export { type SettleEntryRooms, settleEntryCharge } from './settle-entry.ts';
export { recurrenceMigrations } from './tables.ts';
