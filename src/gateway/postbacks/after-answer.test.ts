import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createAfterAnswer } from './after-answer.ts';
import type { NewPostback } from './postback.ts';

const postback = (transactionId: string, more: Partial<NewPostback> = {}): NewPostback => ({
  transactionId,
  version: 1,
  merchantId: 1,
  url: 'https://loja.test/',
  status: 6,
  waitMs: 0,
  ...more,
});

function openWaits(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const started: string[] = [];
  let now = 0;
  const afterAnswer = createAfterAnswer({ start: (id) => started.push(id), elapsedMs: () => now });
  return {
    ...afterAnswer,
    started,
    pass: (ms: number) => {
      now += ms;
      context.mock.timers.tick(ms);
    },
    /** Timers run ahead of time by so much. */
    timersPass: (ms: number) => context.mock.timers.tick(ms),
  };
}

test('sends what a request changed once its answer is out, and nothing of other requests', (context) => {
  const { schedule, answered, started } = openWaits(context);
  schedule(postback('one', { requestId: 'r1' }));
  schedule(postback('two', { requestId: 'r2' }));
  schedule(postback('three', { requestId: 'r2' }));
  assert.deepEqual(started, []);
  answered('r2');
  assert.deepEqual(started, ['two', 'three']);
  answered('r2');
  answered('never heard of');
  assert.deepEqual(started, ['two', 'three']);
  answered('r1');
  assert.deepEqual(started, ['two', 'three', 'one']);
});

test('starts the wait of a first result when the answer is out, to the millisecond', (context) => {
  const { schedule, answered, started, pass, timersPass } = openWaits(context);
  schedule(postback('one', { requestId: 'r1', waitMs: 3_000 }));
  pass(60_000);
  answered('r1');
  pass(2_999);
  assert.deepEqual(started, []);
  timersPass(1);
  assert.deepEqual(started, [], 'a timer that is early is set again');
  pass(1);
  assert.deepEqual(started, ['one']);
});

test('sends a change without a merchant request at once, or after its own wait', (context) => {
  const { schedule, started, pass } = openWaits(context);
  schedule(postback('one'));
  assert.deepEqual(started, ['one']);
  schedule(postback('two', { waitMs: 500 }));
  pass(500);
  assert.deepEqual(started, ['one', 'two']);
});

test('starts nothing after it was stopped', (context) => {
  const { schedule, answered, started, stop, pass } = openWaits(context);
  schedule(postback('one', { requestId: 'r1', waitMs: 10 }));
  schedule(postback('two', { requestId: 'r2' }));
  answered('r1');
  stop();
  answered('r2');
  schedule(postback('three'));
  pass(100);
  assert.deepEqual(started, []);
});

test('forgets the oldest requests whose answer never goes out', (context) => {
  const { schedule, answered, started } = openWaits(context);
  for (let count = 0; count <= 10_000; count += 1)
    schedule(postback(`t${count}`, { requestId: `r${count}` }));
  answered('r0');
  assert.deepEqual(started, []);
  answered('r1');
  answered('r10000');
  assert.deepEqual(started, ['t1', 't10000']);
});
