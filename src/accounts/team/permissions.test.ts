import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, permissionsOf, type TeamPermission } from './permissions.ts';
import { SHOP_ROLES, TEAM_ROLES } from './role.ts';

const MOVES_MONEY: readonly TeamPermission[] = ['sales.capture', 'sales.refund', 'sales.sell'];
const writes = (permission: TeamPermission) => !permission.endsWith('.read');

test('who only reads may write nothing', () => {
  for (const role of ['read', 'platform_read'] as const) {
    const person = role === 'read' ? 'seller' : 'operator';
    assert.deepEqual([...permissionsOf(role, person)].filter(writes), []);
  }
});

test('nobody of a shop may do what is the platform’s', () => {
  for (const role of SHOP_ROLES) {
    const platform = [...permissionsOf(role, 'seller')].filter(
      (permission) => permission.startsWith('platform.') || permission.startsWith('persons.'),
    );
    assert.deepEqual(platform, [], role);
  }
});

test('developers give no money back, finance issues no keys, operation does neither', () => {
  assert.ok(!permissionsOf('developer', 'seller').has('sales.refund'));
  assert.ok(permissionsOf('developer', 'seller').has('keys.write'));
  assert.ok(permissionsOf('finance', 'seller').has('sales.refund'));
  assert.ok(!permissionsOf('finance', 'seller').has('keys.write'));
  assert.ok(!permissionsOf('operation', 'seller').has('sales.refund'));
  assert.ok(!permissionsOf('operation', 'seller').has('keys.write'));
});

test('support moves no money and changes no keys, team or acquirers', () => {
  const support = permissionsOf('platform_support', 'operator');
  for (const permission of [
    ...MOVES_MONEY,
    'keys.write',
    'team.write',
    'platform.acquirers.write',
  ] as const) {
    assert.ok(!support.has(permission), permission);
  }
});

test('support activates, tries again and settles; the rest it reads and exports', () => {
  assert.deepEqual([...permissionsOf('platform_support', 'operator')].filter(writes).sort(), [
    'platform.attention.settle',
    'platform.persons.activate',
    'postbacks.resend',
    'sales.export',
  ]);
});

test('only administrators change the team, and every permission is somebody’s', () => {
  for (const role of TEAM_ROLES) {
    const person = role.startsWith('platform') ? 'operator' : 'seller';
    const isAdmin = role === 'admin' || role === 'platform_admin';
    assert.equal(permissionsOf(role, person).has('team.write'), isAdmin, role);
  }
  const all = new Set(TEAM_ROLES.flatMap((role) => [...permissionsOf(role, 'operator')]));
  assert.deepEqual([...all].sort(), [...PERMISSIONS].sort());
});

test('an integrator’s administrators create persons, its readers see them', () => {
  assert.ok(permissionsOf('admin', 'integrator').has('persons.write'));
  assert.ok(!permissionsOf('read', 'integrator').has('persons.write'));
  assert.ok(permissionsOf('read', 'integrator').has('persons.read'));
});
