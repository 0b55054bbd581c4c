export { tillChoiceMigrations } from './tables.ts';
export { createSellerTillChoices, type SellerTillChoices, type TillChoices } from './till-choices.ts';
