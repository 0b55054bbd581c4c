export type { Invited } from './invite.ts';
export { permissionsOf, type TeamPermission } from './permissions.ts';
export { rolesOf, TEAM_ROLES, type TeamRole } from './role.ts';
export type { FactorResetter, User } from './user.ts';
