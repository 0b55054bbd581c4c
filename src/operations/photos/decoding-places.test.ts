import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedWith } from '../test-room.ts';
import { createDecodingPlaces } from './decoding-places.ts';

test('two decode at a time, sixteen wait, and the next one is refused', async () => {
  const inPlace = createDecodingPlaces();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await released;
    running -= 1;
  };
  const accepted = Array.from({ length: 18 }, () => inPlace(work));
  await assert.rejects(inPlace(work), refusedWith('photos_busy', 429));
  release();
  await Promise.all(accepted);
  assert.equal(most, 2);
  assert.equal(await inPlace(async () => 'free again'), 'free again');
});

test('a place whose work fails is free again', async () => {
  const inPlace = createDecodingPlaces();
  for (let index = 0; index < 5; index += 1) {
    await assert.rejects(
      inPlace(() => Promise.reject(new Error('broken'))),
      /broken/,
    );
  }
  assert.equal(await inPlace(async () => 'free'), 'free');
});
