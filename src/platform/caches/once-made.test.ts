import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onceMade } from './once-made.ts';

test('what is made is made when it is asked for, once for all who ask', async () => {
  let made = 0;
  const thing = onceMade(async () => {
    made += 1;
    return made;
  });
  assert.equal(await thing.made(), undefined);
  assert.equal(made, 0);
  assert.deepEqual(await Promise.all([thing.get(), thing.get()]), [1, 1]);
  assert.equal(await thing.get(), 1);
  assert.equal(await thing.made(), 1);
});

test('a failure is told to all who wait, and not kept', async () => {
  let tries = 0;
  const thing = onceMade(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not now');
    return 'made';
  });
  const [one, other, closing] = [thing.get(), thing.get(), thing.made()];
  await assert.rejects(one, /not now/);
  await assert.rejects(other, /not now/);
  assert.equal(await closing, undefined);
  assert.equal(await thing.get(), 'made');
  assert.equal(tries, 2);
});
