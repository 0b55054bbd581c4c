export { technicalPasswordMigrations } from './store.ts';
export { LOCKED_MS } from './technical-password.ts';
export { createTechnicalPasswords, type TechnicalPasswords } from './technical-passwords.ts';
