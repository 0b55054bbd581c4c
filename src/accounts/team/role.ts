import type { PersonRole } from '../persons/record/person.ts';

/** Roles in the team of a seller or an integrator (panel, 2). */
export const SHOP_ROLES = ['admin', 'finance', 'operation', 'developer', 'read'] as const;
/** Roles in the team of the platform operator. */
const PLATFORM_ROLES = ['platform_admin', 'platform_support', 'platform_read'] as const;

export const TEAM_ROLES = [...SHOP_ROLES, ...PLATFORM_ROLES] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The role of a person's own login. */
export function ownerRole(person: PersonRole): TeamRole {
  return person === 'operator' ? 'platform_admin' : 'admin';
}

/** The roles that the team of such a person may have. */
export function rolesOf(person: PersonRole): readonly TeamRole[] {
  return person === 'operator' ? PLATFORM_ROLES : SHOP_ROLES;
}
