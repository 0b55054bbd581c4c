import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWaits } from './waits.ts';

test('a wait lasts as long as its sleep; ending ends those under way and all later ones', async () => {
  const sleeps = new Map<number, () => void>();
  const waits = createWaits((ms) => new Promise((resolve) => sleeps.set(ms, () => resolve(undefined))));
  const [short, long] = [waits.wait(1), waits.wait(1_000)];
  sleeps.get(1)?.();
  assert.equal(await short, true);
  waits.end();
  assert.equal(await long, false);
  assert.equal(await waits.wait(5), false);
  assert.equal(sleeps.has(5), false);
});

test('a sleep that fails, fails its wait', async () => {
  const waits = createWaits(() => Promise.reject(new Error('no timer')));
  await assert.rejects(waits.wait(1), /no timer/);
});
