export type { CardForm, CardForms, CardOfClient } from './card-forms.ts';
export { clientCardOperations } from './routes.ts';
export { clientCardMigrations } from './tables.ts';
