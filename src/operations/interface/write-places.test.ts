import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../platform/index.ts';
import { createWritePlaces } from './write-places.ts';

const MEBIBYTE = 1024 * 1024;

/** Works that end when they are told to. */
function works() {
  const inPlace = createWritePlaces();
  const started: number[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    begin: (number: number, bodyBytes = 0) =>
      inPlace(bodyBytes, () => {
        started.push(number);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    end: async () => {
      ends.shift()?.();
      await nextTurn();
    },
  };
}

const isBusy = (error: unknown) =>
  error instanceof Refusal && error.status === 503 && error.retryAfterSeconds === 1;

test('four writes run at once, the others in the order in which they came', async () => {
  const { started, begin, end } = works();
  const all = Array.from({ length: 10 }, (_, number) => begin(number));
  assert.deepEqual(started, [0, 1, 2, 3]);
  await end();
  all.push(begin(10));
  assert.deepEqual(started, [0, 1, 2, 3, 4]);
  for (let ended = 1; ended < 11; ended += 1) await end();
  await Promise.all(all);
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a thousand wait, and what comes then is refused until one has ended', async () => {
  const { begin, end } = works();
  const all = Array.from({ length: 1_004 }, (_, number) => begin(number));
  await assert.rejects(begin(2_000), isBusy);
  await end();
  all.push(begin(2_001));
  await assert.rejects(begin(2_002), isBusy);
  for (let ended = 0; ended < all.length; ended += 1) await end();
  await Promise.all(all);
});

test('those that wait hold 64 MiB of bodies at most', async () => {
  const { begin, end } = works();
  const all = Array.from({ length: 12 }, (_, number) => begin(number, 8 * MEBIBYTE));
  await assert.rejects(begin(20, 1), isBusy);
  await end();
  all.push(begin(21, 8 * MEBIBYTE));
  for (let ended = 0; ended < all.length; ended += 1) await end();
  await Promise.all(all);
});

test('a write that fails gives its place on', async () => {
  const inPlace = createWritePlaces();
  const fails = () => inPlace(0, () => Promise.reject(new Error('no')));
  for (let time = 0; time < 10; time += 1) await assert.rejects(fails(), /no/);
  assert.equal(await inPlace(0, async () => 'yes'), 'yes');
});
