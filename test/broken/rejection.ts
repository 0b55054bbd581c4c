import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopTrackingPromises } from '../support/promise-tracking.ts';

// As in a group of files.
stopTrackingPromises();

test('leaves a rejection that nobody catches', async () => {
  const rejects = async () => {
    await sleep(1);
    throw new Error('nobody waits for it');
  };
  void rejects();
  await sleep(50);
});
