import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedCache } from './bounded-cache.ts';

test('a full cache forgets the entry that was used longest ago', () => {
  const cache = boundedCache<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  cache.get('a');
  cache.set('d', 3);
  assert.deepEqual([...cache.keys()].sort(), ['a', 'c', 'd']);
  assert.equal(cache.get('b'), undefined);
});

test('an entry that is set again takes no second place, and a deleted one none', () => {
  const cache = boundedCache<string, number>(2);
  cache.set('a', 1).set('b', 2).set('a', 3);
  assert.equal(cache.get('b'), 2);
  cache.delete('b');
  cache.set('c', 4);
  assert.deepEqual([...cache.entries()].sort(), [
    ['a', 3],
    ['c', 4],
  ]);
});
