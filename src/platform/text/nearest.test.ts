import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { nearest } from './nearest.ts';

const NAMES = ['person add', 'person list', 'person activate', 'credential issue', 'serve'];

test('a slip of the fingers finds the name that was meant', () => {
  assert.equal(nearest('serv', NAMES), 'serve');
  assert.equal(nearest('person actvate', NAMES), 'person activate');
  assert.equal(nearest('persno list', NAMES), 'person list');
  assert.equal(nearest('credencial issue', NAMES), 'credential issue');
});

test('what resembles nothing finds nothing', () => {
  assert.equal(nearest('refund', NAMES), undefined);
  assert.equal(nearest('', NAMES), undefined);
  assert.equal(nearest('serve', []), undefined);
});

test('a name is nearest to itself, and one letter more or less still finds it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      fc.nat({ max: 20 }),
      fc.constantFrom('x', 'é', ''),
      (name, at, letter) => {
        assert.equal(nearest(name, NAMES), name);
        assert.equal(nearest(name.slice(0, at) + letter + name.slice(at + 1), NAMES), name);
      },
    ),
  );
});
