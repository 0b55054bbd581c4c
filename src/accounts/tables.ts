import type { Kysely } from 'kysely';
import type { AuditTables } from './audit/tables.ts';
import type { CheckoutIdTables } from './checkout-ids/tables.ts';
import type { CredentialKind } from './credentials/credential.ts';
import type { PasskeyTables } from './passkeys/tables.ts';
import type { PastPasswordTables } from './passwords/tables.ts';
import type { LateApproval, PersonRole } from './persons/person.ts';
import type { SavedViewTables } from './saved-views/tables.ts';
import type { SessionTables } from './sessions/tables.ts';
import type { ShopSettingsTables } from './shop-settings/tables.ts';
import type { TeamTables } from './team/tables.ts';

/** The rows of this room's tables, as `migrations.ts` makes them. Times are milliseconds since 1970. */
export interface AccountTables
  extends AuditTables,
    CheckoutIdTables,
    TeamTables,
    SessionTables,
    PasskeyTables,
    PastPasswordTables,
    SavedViewTables,
    ShopSettingsTables {
  persons: PersonRow;
  registrations: RegistrationRow;
  password_links: { token_hash: string; person_id: number; expires_at: number };
  credentials: CredentialRow;
  login_failures: LoginFailuresRow;
  /** Networks from which a login succeeded recently; `login` as in login_failures. */
  login_networks: { login: string; network: string; succeeded_at: number };
}

/** Inside or outside a transaction. */
export type Tables = Kysely<AccountTables>;

export interface PersonRow {
  id: number;
  role: PersonRole;
  status: number;
  document: string;
  legal_person: number;
  name: string;
  trade_name: string | null;
  email: string | null;
  phone_1: string | null;
  phone_2: string | null;
  /** JSON of an Address. */
  address: string | null;
  photo_id: string | null;
  keyless: number;
  created_by: number | null;
  password_hash: string | null;
  late_approval: LateApproval;
  postback_delay_s: number;
  created_at: number;
  activated_at: number | null;
}

/**
 * One row for each waiting person that was registered without a key; deleted at the activation, or with the person.
 */
interface RegistrationRow {
  person_id: number;
  code_hash: string;
  network: string;
  block: string;
  created_at: number;
}

export interface CredentialRow {
  id: number;
  person_id: number;
  kind: CredentialKind;
  name: string | null;
  /** What its owner calls it. */
  label: string | null;
  secret_hash: string | null;
  sealed_secret: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** Up to some minutes late; null: not used since the column exists. */
  last_used_at: number | null;
  /** Of a login key: the operator that logged in, and its profile at that time. */
  operator_id: number | null;
  operator_profile: string | null;
}

interface LoginFailuresRow {
  /** HMAC of what was typed as CPF or CNPJ. */
  login: string;
  network: string;
  /** JSON array of times, oldest first. */
  failed_at: string;
  last_failed_at: number;
}
