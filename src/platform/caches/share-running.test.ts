import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareRunning } from './share-running.ts';

test('calls at the same time share one run, later ones run again', async () => {
  let runs = 0;
  const count = shareRunning(async () => {
    runs += 1;
    return runs;
  });
  assert.deepEqual(await Promise.all([count(), count(), count()]), [1, 1, 1]);
  assert.equal(await count(), 2);
});

test('a failure is told to all who share it, and the next call runs again', async () => {
  let runs = 0;
  const fail = shareRunning(async () => {
    runs += 1;
    if (runs === 1) throw new Error('not now');
    return runs;
  });
  const [one, other] = [fail(), fail()];
  await assert.rejects(one, /not now/);
  await assert.rejects(other, /not now/);
  assert.equal(await fail(), 2);
});
