import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProcessorShare } from './processor-share.ts';

test('the share is that of the last full window, of all processors', () => {
  let now = 5_000;
  let used = 700;
  const share = createProcessorShare(
    () => now,
    () => used,
    2,
  );
  const after = (milliseconds: number, usedMs: number) => {
    now += milliseconds;
    used += usedMs;
    return share();
  };
  assert.equal(after(99, 198), 0, 'no window has ended');
  assert.equal(after(1, 2), 1);
  assert.equal(after(50, 0), 1, 'the second window has not ended');
  assert.equal(after(50, 50), 0.25);
  assert.equal(after(1_000, 0), 0);
});

test('what this process computes counts', () => {
  let now = 0;
  const share = createProcessorShare(() => now, undefined, 1);
  now += 100;
  share();
  const until = process.cpuUsage().user + 100_000;
  while (process.cpuUsage().user < until);
  now += 100;
  assert.ok(share() >= 0.9);
});
