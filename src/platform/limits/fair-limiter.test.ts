import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { createFairLimiter, type LimiterCaller, type LimiterOptions } from './fair-limiter.ts';

/** A limiter, and work that goes on until it is released, in the order in which it was started. */
function scene(options: Partial<LimiterOptions> = {}) {
  const limiter = createFairLimiter({
    concurrency: 1,
    maxWaiting: 10,
    maxWaitingPerKey: 10,
    refuse: () => new Error('full'),
    ...options,
  });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, caller: Partial<LimiterCaller> = {}) =>
    limiter({ key: name.charAt(0), ...caller }, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turnOfTheLoop();
  };
  return { limiter, started, run, end };
}

test('runs a limited number at once and hands a free slot to the next in the queue', async () => {
  const { started, run, end } = scene({ concurrency: 2 });
  const first = run('a1');
  void run('a2');
  void run('a3');
  assert.deepEqual(started, ['a1', 'a2']);
  await end('a1');
  assert.equal(await first, 'a1');
  assert.deepEqual(started, ['a1', 'a2', 'a3']);
});

test('keys take turns; those with priority go first', async () => {
  const { started, run, end } = scene();
  for (const name of ['a1', 'a2', 'a3', 'b1']) void run(name);
  for (const name of ['c1', 'c2', 'd1']) void run(name, { priority: true });
  for (const name of ['a1', 'c1', 'd1', 'c2', 'a2', 'b1']) await end(name);
  assert.deepEqual(started, ['a1', 'c1', 'd1', 'c2', 'a2', 'b1', 'a3']);
});

test('who finds the queue full, or its own part of it, is refused, and so is what would hold too much', async () => {
  const { run, end, started } = scene({ maxWaiting: 3, maxWaitingPerKey: 2, maxWaitingBytes: 100 });
  void run('a0');
  void run('a1', { bytes: 60 });
  await assert.rejects(run('b0', { bytes: 41 }), /full/);
  void run('a2', { bytes: 40 });
  await assert.rejects(run('a3'), /full/);
  void run('b1');
  await assert.rejects(run('c1'), /full/);
  await end('a0');
  void run('c2', { bytes: 60 });
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  assert.deepEqual(started, ['a0', 'a1', 'b1', 'a2', 'c2']);
});

test('one key fills only its own share of the queue', async () => {
  const { run } = scene({ maxWaitingBytes: 100, maxWaitingBytesPerKey: 50 });
  void run('a0');
  void run('a1', { bytes: 30 });
  await assert.rejects(run('a2', { bytes: 30 }), /full/);
  void run('a3', { bytes: 20 });
  void run('b1', { bytes: 50 });
});

test('refuses a request that waits too long, and frees the place in the queue', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { run, end, started } = scene({ maxWaitMs: 3_000, maxWaiting: 2 });
  void run('a0');
  const late = assert.rejects(run('a1'), /full/);
  context.mock.timers.tick(2_000);
  const second = run('a2');
  context.mock.timers.tick(1_000);
  await late;
  await end('a0');
  context.mock.timers.tick(60_000);
  assert.deepEqual(started, ['a0', 'a2']);
  void run('a3');
  await end('a2');
  assert.equal(await second, 'a2');
});

test('frees the slot of work that fails', async () => {
  const { limiter } = scene();
  for (let index = 0; index < 3; index += 1) {
    const failing = limiter({ key: 'a' }, () => Promise.reject(new Error('broken')));
    await assert.rejects(failing, /broken/);
  }
  assert.equal(await limiter({ key: 'a' }, async () => 'free'), 'free');
});
