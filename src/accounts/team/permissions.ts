import type { PersonRole } from '../persons/record/person.ts';
import type { TeamRole } from './role.ts';

const READING = [
  'sales.read',
  'postbacks.read',
  'links.read',
  'catalogue.read',
  'clients.read',
  'terminals.read',
  'settings.read',
] as const;

const SHOP_WRITING = [
  'sales.capture',
  'sales.refund',
  'sales.sell',
  'sales.export',
  'postbacks.resend',
  'links.write',
  'catalogue.write',
  'clients.write',
  'terminals.write',
  'keys.read',
  'keys.write',
  'routing.read',
  'routing.write',
  'team.read',
  'team.write',
  'settings.write',
  'tests.use',
] as const;

const PLATFORM = [
  'persons.read',
  'persons.write',
  'platform.persons.activate',
  'platform.persons.write',
  'platform.attention.read',
  'platform.attention.settle',
  'platform.acquirers.read',
  'platform.acquirers.write',
  'platform.audit.read',
  'platform.health.read',
] as const;

export const PERMISSIONS = [...READING, ...SHOP_WRITING, ...PLATFORM] as const;
export type TeamPermission = (typeof PERMISSIONS)[number];

const PLATFORM_READING = [
  ...READING,
  'keys.read',
  'routing.read',
  'team.read',
  'persons.read',
  'platform.attention.read',
  'platform.acquirers.read',
  'platform.audit.read',
  'platform.health.read',
] as const;

/** What each role may do in the panel. The only table: calls, menu and buttons all follow it. */
const TABLE: Readonly<Record<TeamRole, readonly TeamPermission[]>> = {
  admin: [...READING, ...SHOP_WRITING],
  finance: [...READING, 'sales.refund', 'sales.export', 'links.write', 'postbacks.resend'],
  operation: [...READING, 'sales.capture', 'sales.sell', 'links.write', 'clients.write', 'postbacks.resend'],
  developer: [...READING, 'postbacks.resend', 'keys.read', 'keys.write', 'tests.use', 'sales.export'],
  read: READING,
  platform_admin: PERMISSIONS,
  // Activates, tries again and settles; reads and exports the rest.
  platform_support: [
    ...PLATFORM_READING,
    'platform.persons.activate',
    'platform.attention.settle',
    'postbacks.resend',
    'sales.export',
  ],
  platform_read: PLATFORM_READING,
};

/** An integrator's team also creates and reads persons; only some roles write keys or settings. */
const INTEGRATOR: Readonly<Partial<Record<TeamRole, readonly TeamPermission[]>>> = {
  admin: ['persons.read', 'persons.write'],
  developer: ['persons.read', 'persons.write'],
  finance: ['persons.read'],
  operation: ['persons.read'],
  read: ['persons.read'],
};

/** The permissions of a role in the team of a person with this role. */
export function permissionsOf(role: TeamRole, person: PersonRole): ReadonlySet<TeamPermission> {
  return new Set([...TABLE[role], ...(person === 'integrator' ? (INTEGRATOR[role] ?? []) : [])]);
}
