import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinMigrations } from './migrations.ts';

const migration = { up: async () => undefined };

test('migrations of several rooms become one set', () => {
  assert.deepEqual(Object.keys(joinMigrations({ '0001-a': migration }, { '0002-b': migration })), [
    '0001-a',
    '0002-b',
  ]);
});

test('two migrations with one name are refused', () => {
  assert.throws(() => joinMigrations({ '0001-a': migration }, { '0001-a': migration }), /named 0001-a/);
});
