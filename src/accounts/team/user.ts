import type { TeamRole } from './role.ts';

/** Who has access or is invited; those who left do not count. */
export const MAX_USERS_PER_PERSON = 200;

/** Somebody who logs in to the panel: the person itself by its CPF or CNPJ, or a team member by e-mail. */
export interface User {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  /** In small letters; undefined for the person's own login. */
  readonly email: string | undefined;
  readonly role: TeamRole;
  readonly owner: boolean;
  /** `invited`: the link was not used yet. */
  readonly state: 'invited' | 'active' | 'ended';
  /** The app or a passkey. */
  readonly secondFactor: boolean;
  /** An authenticator app. */
  readonly totp: boolean;
  /** How many. */
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastLoginAt: number | undefined;
}
