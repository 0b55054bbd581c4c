import type { CredentialTables } from '../credentials/tables.ts';
import type { PastPasswordTables } from '../passwords/tables.ts';

export interface LoginTables extends CredentialTables, PastPasswordTables {
  login_failures: LoginFailuresRow;
  /** Networks from which a login succeeded recently; `login` as in login_failures. */
  login_networks: { login: string; network: string; succeeded_at: number };
}

interface LoginFailuresRow {
  /** HMAC of what was typed as CPF or CNPJ. */
  login: string;
  network: string;
  /** JSON array of times, oldest first. */
  failed_at: string;
  last_failed_at: number;
}
