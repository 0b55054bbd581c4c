export type { CardForm, CardForms } from './card-forms.ts';
export { findCardToCharge, findOpenForm } from './read.ts';
export { clientCardOperations } from './routes.ts';
export { addCardOfForm } from './save.ts';
export { type CardOfSeller, createSellerCards, type SellerCards } from './seller-cards.ts';
export { clientCardMigrations } from './tables.ts';
