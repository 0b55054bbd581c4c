import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { askedThread } from './asked-thread.ts';

type Answer = { readonly id: number; readonly twice: number };

/** A thread that runs `onNumber` for each question `{ id, number }`. */
function threadOf(onNumber: string, options: { idleMs?: number } = {}) {
  const source = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id, number }) => { ${onNumber} });`;
  const worker = new Worker(source, { eval: true });
  const gone: unknown[] = [];
  const thread = askedThread<{ readonly number: number }, Answer>(worker, {
    lost: (cause) => new Error('lost', { cause }),
    onGone: (cause) => gone.push(cause),
    ...options,
  });
  return { worker, thread, gone };
}

test('each question gets its own answer, in whatever order and however many come together', async () => {
  const { thread } = threadOf(`globalThis.kept ??= [];
    kept.unshift({ id, twice: 2 * number });
    if (kept.length === 2) parentPort.postMessage(kept);
    if (kept.length === 3) parentPort.postMessage(kept[0]);`);
  const two = await Promise.all([thread.ask({ number: 1 }), thread.ask({ number: 2 })]);
  assert.deepEqual(
    two.map(({ twice }) => twice),
    [2, 4],
  );
  assert.equal(thread.asked, 0);
  assert.equal((await thread.ask({ number: 3 })).twice, 6);
  await thread.end(new Error('over'));
});

test('those who asked a thread that dies are told of what, and then it is gone', async () => {
  const { thread, gone } = threadOf("throw new Error('out of memory')");
  await assert.rejects(thread.ask({ number: 1 }), (error: Error) => {
    assert.equal(error.message, 'lost');
    assert.match(String(error.cause), /out of memory/);
    return true;
  });
  assert.equal(gone.length, 1);
  assert.equal(thread.ending, true);
});

test('ending rejects what is under way at once', async () => {
  const { thread, worker } = threadOf('');
  const asked = thread.ask({ number: 1 });
  const exited = once(worker, 'exit');
  const ended = thread.end(new Error('over'));
  assert.equal(thread.ending, true);
  await assert.rejects(asked, /over/);
  await Promise.all([ended, exited]);
});

test('a thread that is asked nothing for a while ends, and one that is asked again does not', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { thread, worker } = threadOf('parentPort.postMessage({ id, twice: 2 * number })', { idleMs: 1_000 });
  await thread.ask({ number: 1 });
  const again = thread.ask({ number: 2 });
  context.mock.timers.tick(1_000);
  assert.equal((await again).twice, 4);
  const exited = once(worker, 'exit');
  context.mock.timers.tick(1_000);
  assert.equal(thread.ending, true);
  await exited;
});
