export { canKeepCards } from './keep-card.ts';
export { createStoredCardStore } from './store.ts';
export type { StoredCard } from './stored-card.ts';
export { createStoredCards, type StoredCards } from './stored-cards.ts';
export { storedCardMigrations } from './tables.ts';
