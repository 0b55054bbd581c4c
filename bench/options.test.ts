import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTS, readOptions } from './options.ts';

test('without options everything is measured, at full length, as tables', () => {
  const { parts, quick, json } = readOptions([]);
  assert.deepEqual([...parts], PARTS);
  assert.deepEqual({ quick, json }, { quick: false, json: false });
});

test('--only names one part, or several', () => {
  assert.deepEqual([...readOptions(['--only', 'card-hash']).parts], ['card-hash']);
  const { parts, quick, json } = readOptions(['--quick', '--json', '--only=http', '--only=primitives']);
  assert.deepEqual([...parts], ['http', 'primitives']);
  assert.deepEqual({ quick, json }, { quick: true, json: true });
});

test('an unknown name is refused with the list of names', () => {
  assert.throws(() => readOptions(['--only', 'sqlite']), /there is only clear-sqlite, clear-postgres/);
  assert.throws(() => readOptions(['--fast']), /--fast/);
});
