export type { EventKind, HistoryEvent, NewEvent, Origin } from './event.ts';
export { createHistory, type History } from './history.ts';
export { historyMigrations } from './tables.ts';
