import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestLog } from './request-log.ts';

test('the last requests are kept, newest first', () => {
  const log = createRequestLog<{ at: number }>(3);
  const times = () => log.newest(10).map(({ at }) => at);
  for (const at of [1, 2]) log.add({ at });
  assert.deepEqual(times(), [2, 1]);
  for (const at of [3, 4, 5]) log.add({ at });
  assert.deepEqual(times(), [5, 4, 3]);
  assert.deepEqual(
    log.newest(1).map(({ at }) => at),
    [5],
  );
  log.clear();
  assert.deepEqual(times(), []);
});
