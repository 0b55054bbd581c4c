export {
  createEntriesToTell,
  type EntriesToTell,
  isGivenUp,
  isToCome,
  type ToldEntry,
} from './entries-to-tell.ts';
export { RECURRENCE_VIEWS } from './read.ts';
export {
  ENTRY_STATUS,
  entryStatusName,
  type RecurrenceEntry,
  recurrenceStatusName,
  recurrenceStatusOf,
  refusalOfEntry,
  tryResultOf,
} from './recurrence.ts';
export { recurrenceOperations } from './routes.ts';
export {
  createSellerRecurrences,
  type ListedRecurrence,
  type RecurrenceDetails,
  type SellerRecurrences,
} from './seller-recurrences.ts';
export { settleEntryCharge } from './settle-entry.ts';
export { hasEntriesToCharge } from './store.ts';
export { type RecurrenceTables, recurrenceMigrations } from './tables.ts';
export { WAITING_ENTRIES } from './waiting.ts';
