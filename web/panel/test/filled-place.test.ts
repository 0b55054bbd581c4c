import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filledPlace } from '../src/ui/forms/filled-place.ts';

const SAO_PAULO = { state: 'SP', city: 'São Paulo' };
/** A CEP that does not say its city. */
const SOMEWHERE_IN_SP = { state: 'SP', city: null };

describe('state and city of an address, after its CEP was typed', () => {
  test('are filled where nothing stands', () => {
    const empty = { state: '', city: '' };
    assert.deepEqual(filledPlace(empty, SAO_PAULO, ''), SAO_PAULO);
    assert.deepEqual(filledPlace(empty, SOMEWHERE_IN_SP, ''), { state: 'SP', city: '' });
    assert.deepEqual(filledPlace(empty, { state: null, city: null }, ''), empty, 'a CEP that nobody has');
  });

  test('a typed city stays, and one that another CEP put there does not', () => {
    const typed = { state: '', city: 'Campinas' };
    assert.deepEqual(filledPlace(typed, SOMEWHERE_IN_SP, ''), { state: 'SP', city: 'Campinas' });
    assert.deepEqual(filledPlace(SAO_PAULO, SOMEWHERE_IN_SP, 'São Paulo'), { state: 'SP', city: '' });
  });

  test('nothing of another state stays', () => {
    const rio = { state: 'RJ', city: 'Rio de Janeiro' };
    assert.deepEqual(filledPlace(SAO_PAULO, rio, ''), rio);
    assert.deepEqual(filledPlace({ state: 'rj', city: 'Niterói' }, rio, ''), {
      state: 'RJ',
      city: 'Niterói',
    });
  });
});
