import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { FairQueue } from './fair-queue.ts';

test('keys take turns, and each key gets its items in their order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.charAt(0), item);
  const taken = Array.from({ length: 7 }, () => queue.shift());
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
  assert.equal(queue.size, 0);
});

test('a key that comes later waits for one item of each of the others', () => {
  const queue = new FairQueue<string>();
  for (let item = 0; item < 100; item += 1) queue.push('flood', `flood${item}`);
  queue.push('late', 'late');
  assert.deepEqual([queue.shift(), queue.shift()], ['flood0', 'late']);
});

test('a key that may not have its turn now keeps its place, and holds up nobody', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2', 'c1']) queue.push(item.charAt(0), item);
  const notA = (key: string) => key !== 'a';
  assert.deepEqual(
    Array.from({ length: 4 }, () => queue.shiftWhere(notA)),
    ['b1', 'c1', 'b2', undefined],
  );
  assert.deepEqual([queue.shift(), queue.shift(), queue.size], ['a1', 'a2', 0]);
});

test('what is removed is not taken, and is removed once', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) queue.push(item.charAt(0), item);
  assert.equal(queue.remove('a', 'a1'), true);
  assert.equal(queue.remove('a', 'a1'), false);
  assert.equal(queue.remove('c', 'c1'), false);
  assert.deepEqual([queue.of('a'), queue.of('b'), queue.of('c'), queue.size], [['a2'], ['b1'], [], 2]);
  assert.equal(queue.remove('b', 'b1'), true);
  assert.deepEqual([queue.shift(), queue.shift()], ['a2', undefined]);
});

test('several are taken by turns, and no more than there are', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.charAt(0), item);
  assert.deepEqual([queue.take(3), queue.take(0), queue.take(3)], [['a1', 'b1', 'a2'], [], ['a3']]);
});

test('the key that has most waiting loses its newest item, of equal ones that whose turn comes last', () => {
  const queue = new FairQueue<string>();
  assert.equal(queue.dropFromLongest(), undefined);
  for (const item of ['a1', 'b1', 'b2', 'b3', 'a2']) queue.push(item.charAt(0), item);
  assert.deepEqual(
    Array.from({ length: 6 }, () => queue.dropFromLongest()),
    ['b3', 'b2', 'a2', 'b1', 'a1', undefined],
  );
  assert.equal(queue.size, 0);
});

test('whatever is pushed and taken, nothing is lost, doubled or out of its order', () => {
  const steps = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (keys) => {
      const queue = new FairQueue<{ key: string; number: number }>();
      const expected = new Map<string, number>();
      let pushed = 0;
      const take = () => {
        const item = queue.shift();
        if (!item) return false;
        assert.ok(item.number > (expected.get(item.key) ?? -1));
        expected.set(item.key, item.number);
        pushed -= 1;
        return true;
      };
      for (const [number, key] of keys.entries()) {
        if (key === null) take();
        else {
          queue.push(key, { key, number });
          pushed += 1;
        }
        assert.equal(queue.size, pushed);
      }
      while (take());
      assert.equal(pushed, 0);
    }),
  );
});
