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
  /** The last time that somebody else removed the second factor. */
  readonly factorReset: FactorReset | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastLoginAt: number | undefined;
}

/** A lost second factor was removed by somebody else: its user must learn of it, also when it was not lost. */
export interface FactorReset {
  readonly at: number;
  readonly by: FactorResetter;
  /** Whether its user was shown it, and said so. */
  readonly seen: boolean;
}

/** The role of who did it in the panel, an administrator of the shop's integrator, or the command line. */
export type FactorResetter = TeamRole | 'integrator' | 'command';
