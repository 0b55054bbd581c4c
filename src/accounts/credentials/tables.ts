import type { PersonTables } from '../persons/record/tables.ts';
import type { CredentialKind } from './credential.ts';

export interface CredentialTables extends PersonTables {
  credentials: CredentialRow;
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
