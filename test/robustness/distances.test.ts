import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundFor, differ, distance } from './distances.ts';

const SEEDS = 40;
const SIZE = 600;

/** Small, fast and repeatable (mulberry32): 0 ≤ x < 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Times like those of a busy machine: skewed around 3 ms, and one in twenty several times as long. */
function times(random: () => number, factor: number): number[] {
  return Array.from({ length: SIZE }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const spike = random() < 0.05 ? 1 + 10 * random() : 1;
    return 3 * Math.exp(0.3 * normal) * spike * factor;
  });
}

test('the distance of a sample from itself is 0, from one that is entirely above it 1', () => {
  assert.equal(distance([1, 2, 3], [3, 2, 1]), 0);
  assert.equal(distance([1, 2, 3], [4, 5]), 1);
  assert.equal(distance([1, 2, 3, 4], [3, 4, 5, 6]), 0.5);
  assert.ok(boundFor(600, 600) < boundFor(60, 60));
});

test('noise is not reported as a difference, but 20% more time is, despite the noise', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = randomFrom(seed);
    assert.equal(differ(times(random, 1), times(random, 1)), false, `seed ${seed}: the same`);
    assert.equal(differ(times(random, 1), times(random, 1.2)), true, `seed ${seed}: slower`);
    assert.equal(differ(times(random, 1.2), times(random, 1)), true, `seed ${seed}: faster`);
  }
});
