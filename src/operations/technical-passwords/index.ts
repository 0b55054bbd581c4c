export { technicalPasswordMigrations } from './store.ts';
export {
  createTechnicalPasswords,
  type TechnicalPasswordState,
  type TechnicalPasswords,
} from './technical-passwords.ts';
