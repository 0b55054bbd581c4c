import type { Failover, LateApproval, PersonRole, RetryGuard } from './person.ts';

/** Times are milliseconds since 1970. */
export interface PersonTables {
  persons: PersonRow;
  registrations: RegistrationRow;
  password_links: { token_hash: string; person_id: number; expires_at: number };
}

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
  retry_guard: RetryGuard;
  failover: Failover;
  created_at: number;
  activated_at: number | null;
  /** When its access was given back last. */
  reactivated_at: number | null;
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
