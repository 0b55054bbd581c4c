import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONLY_BY_NAME, PARTS, readOptions } from './options.ts';

test('without options everything is measured but what takes minutes, at full length, as tables', () => {
  const { parts, quick, json } = readOptions([]);
  assert.deepEqual(
    [...parts],
    PARTS.filter((part) => !ONLY_BY_NAME.includes(part)),
  );
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

test('--pages tells how many pages are open', () => {
  assert.equal(readOptions(['--only', 'pix-open-pages', '--pages', '2000']).pages, 2_000);
  assert.throws(() => readOptions(['--pages=0']), /--pages 0: give a whole number from 1 to 50000/);
});

test('--sales tells how many sales are stored first, and must be a number', () => {
  assert.equal(readOptions(['--only', 'panel-sqlite', '--sales', '100000']).sales, 100_000);
  for (const wrong of ['0', '1e6', '-5', 'many']) {
    assert.throws(() => readOptions([`--sales=${wrong}`]), /--sales .*: give a whole number from 1/);
  }
});

test('--against compares clear cards on both databases with another version, or what --only names', () => {
  const { parts, against } = readOptions(['--against', 'v0.2.0']);
  assert.deepEqual([[...parts], against], [['clear-sqlite', 'clear-postgres'], 'v0.2.0']);
  assert.deepEqual([...readOptions(['--against=v0.2.0', '--only=card-hash']).parts], ['card-hash']);
});
