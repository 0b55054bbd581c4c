import { joinMigrations } from '../../platform/database/index.ts';
import { storedCardTableMigrations } from './tables.ts';
import { tokenizationMigrations } from './tokenization-store.ts';

export type { SaleStand } from './held-card.ts';
export { canKeepCards } from './keep-card.ts';
export { STORED_CARD_REASONS } from './reasons.ts';
export { storedCardRefuse } from './refusals.ts';
export type { StoredCard } from './stored-card.ts';
export { createStoredCards, type StoredCards } from './stored-cards.ts';
export { waitingCards } from './tables.ts';
export type { Tokenization } from './tokenization.ts';
export { WAITING_TOKENIZATIONS } from './tokenization-store.ts';
export type { TokenizationStand } from './tokenizations.ts';
export type { StoredTokenization, TokenizationRequest } from './tokenize.ts';

export const storedCardMigrations = joinMigrations(storedCardTableMigrations, tokenizationMigrations);
