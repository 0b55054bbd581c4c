export {
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  type PasswordCost,
} from '../passwords/password.ts';
export type { OperatorLogin } from './log-in-operator.ts';
export type { PasswordVerdict } from './password-verdict.ts';
