import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Acting, type Permission, permissionOf } from './permission.ts';
import type { PersonRole } from './person.ts';

const ME = 7;
const holder = (role: PersonRole): Acting => ({ personId: ME, role });

const self = { id: ME, status: 'active', createdBy: undefined } as const;
const created = { id: 8, status: 'active', createdBy: ME } as const;
const createdWaiting = { id: 9, status: 'waiting', createdBy: ME } as const;
const stranger = { id: 10, status: 'active', createdBy: undefined } as const;
const strangerWaiting = { id: 11, status: 'waiting', createdBy: 10 } as const;
const persons = [self, created, createdWaiting, stranger, strangerWaiting, undefined];

const table: Record<PersonRole, readonly Permission[]> = {
  seller: ['allowed', 'foreign', 'foreign', 'foreign', 'foreign', 'foreign'],
  integrator: ['allowed', 'allowed', 'waiting', 'foreign', 'foreign', 'foreign'],
  operator: ['allowed', 'allowed', 'waiting', 'allowed', 'waiting', 'unknown'],
};

for (const role of ['seller', 'integrator', 'operator'] as const) {
  test(`what the key of a person with the role ${role} may do`, () => {
    assert.deepEqual(
      persons.map((person) => permissionOf(holder(role), person)),
      table[role],
    );
  });
}

test('a person that a seller once created stays out of its reach', () => {
  assert.equal(permissionOf(holder('seller'), created), 'foreign');
});

test('only an operator learns that a person does not exist', () => {
  assert.equal(permissionOf(holder('integrator'), undefined), permissionOf(holder('integrator'), stranger));
});
