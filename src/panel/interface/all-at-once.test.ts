import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../platform/refusal.ts';
import { refusePanel } from '../refusals.ts';
import { allAtOnce } from './all-at-once.ts';

const refused = (field: string) => () => {
  throw refusePanel('field_invalid', { field, message: `${field} está errado.` });
};

test('all that is right is made', () => {
  assert.deepEqual(allAtOnce({ name: () => 'Ana', age: () => 7 }), { name: 'Ana', age: 7 });
});

test('one refusal is thrown as it is, several as the first with the others beside it', () => {
  assert.throws(
    () => allAtOnce({ name: () => 'Ana', email: refused('email') }),
    (error) => error instanceof Refusal && error.field === 'email' && error.beside === undefined,
  );
  assert.throws(
    () => allAtOnce({ document: refused('document'), name: () => 'Ana', email: refused('email') }),
    (error) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.field, 'document');
      assert.deepEqual(error.beside, {
        alsoWrong: [{ field: 'email', message: 'email está errado.' }],
      });
      return true;
    },
  );
});

test('what is no refusal is thrown at once', () => {
  const broken = new Error('broken');
  const makers = {
    email: refused('email'),
    name: () => {
      throw broken;
    },
  };
  assert.throws(() => allAtOnce(makers), broken);
});
