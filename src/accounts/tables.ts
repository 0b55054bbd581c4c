import type { Kysely } from 'kysely';
import type { CredentialKind } from './credentials/credential.ts';
import type { LateApproval, Role } from './persons/person.ts';

/** The rows of this room's tables, as `migrations.ts` makes them. Times are milliseconds since 1970. */
export interface AccountTables {
  persons: PersonRow;
  password_links: { token_hash: string; person_id: number; expires_at: number };
  credentials: CredentialRow;
}

/** Inside or outside a transaction. */
export type Tables = Kysely<AccountTables>;

export interface PersonRow {
  id: number;
  role: Role;
  status: number;
  document: string;
  legal_person: number;
  name: string;
  trade_name: string | null;
  email: string | null;
  created_by: number | null;
  password_hash: string | null;
  late_approval: LateApproval;
  created_at: number;
  activated_at: number | null;
}

export interface CredentialRow {
  id: number;
  person_id: number;
  kind: CredentialKind;
  name: string | null;
  secret_hash: string | null;
  sealed_secret: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}
