import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createAfterAnswer } from './after-answer.ts';
import type { News } from './postback.ts';

const news = (transactionId: string, more: Partial<News> = {}): News => ({
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

test('what a request changed is sent when its answer is out, and other requests start nothing', (context) => {
  const { expect, answered, started } = openWaits(context);
  expect(news('one', { requestId: 'r1' }));
  expect(news('two', { requestId: 'r2' }));
  expect(news('three', { requestId: 'r2' }));
  assert.deepEqual(started, []);
  answered('r2');
  assert.deepEqual(started, ['two', 'three']);
  answered('r2');
  answered('never heard of');
  assert.deepEqual(started, ['two', 'three']);
  answered('r1');
  assert.deepEqual(started, ['two', 'three', 'one']);
});

test('a first result waits from the answer on, to the last millisecond', (context) => {
  const { expect, answered, started, pass, timersPass } = openWaits(context);
  expect(news('one', { requestId: 'r1', waitMs: 3_000 }));
  pass(60_000);
  answered('r1');
  pass(2_999);
  assert.deepEqual(started, []);
  timersPass(1);
  assert.deepEqual(started, [], 'a timer that is early is set again');
  pass(1);
  assert.deepEqual(started, ['one']);
});

test('what no request of the merchant brought about is sent at once, or after its own wait', (context) => {
  const { expect, started, pass } = openWaits(context);
  expect(news('one'));
  assert.deepEqual(started, ['one']);
  expect(news('two', { waitMs: 500 }));
  pass(500);
  assert.deepEqual(started, ['one', 'two']);
});

test('when it stops nothing starts any more', (context) => {
  const { expect, answered, started, stop, pass } = openWaits(context);
  expect(news('one', { requestId: 'r1', waitMs: 10 }));
  expect(news('two', { requestId: 'r2' }));
  answered('r1');
  stop();
  answered('r2');
  expect(news('three'));
  pass(100);
  assert.deepEqual(started, []);
});

test('requests whose answer never goes out do not pile up', (context) => {
  const { expect, answered, started } = openWaits(context);
  for (let count = 0; count <= 10_000; count += 1) expect(news(`t${count}`, { requestId: `r${count}` }));
  answered('r0');
  assert.deepEqual(started, []);
  answered('r1');
  answered('r10000');
  assert.deepEqual(started, ['t1', 't10000']);
});
