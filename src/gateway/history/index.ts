export type {
  EventDetails,
  EventKind,
  HistoryEvent,
  NewEvent,
  Origin,
  TransactionEvent,
} from './event.ts';
export { createHistory, type History } from './history.ts';
export { oldHistory } from './old-history.ts';
export { historyMigrations } from './tables.ts';
