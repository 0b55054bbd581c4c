import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

test('waits for what never comes', async () => {
  for (;;) await sleep(10);
});
