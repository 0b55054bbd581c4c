export { technicalPasswordMigrations } from './store.ts';
export { createTechnicalPasswords, type TechnicalPasswords } from './technical-passwords.ts';
