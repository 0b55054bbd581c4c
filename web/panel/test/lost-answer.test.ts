import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type * as Calls from '../src/api/call.ts';
import type * as Keys from '../src/api/request-key.ts';

// The module listens to what a browser's window is told.
Object.assign(globalThis, { addEventListener: () => undefined });
const { CallError, call, sessionOver }: typeof Calls = await import('../src/api/call.ts');
const { isRefusal, keyAfter }: typeof Keys = await import('../src/api/request-key.ts');

const BODY = { amount: 1_000, lasts: '60' } as const;

/** What a form learns of a call that is answered so. */
async function faultOf(t: TestContext, status: number, code: string): Promise<Calls.CallError> {
  t.mock.method(globalThis, 'fetch', async () =>
    Response.json({ error: { code, message: 'do serviço' } }, { status }),
  );
  const fault = await call('POST /charges/pix', { body: BODY, idempotencyKey: 'k' }).catch((error) => error);
  assert.ok(fault instanceof CallError);
  return fault;
}

test('a form that is sent again while its first request is under way keeps its key', async (t) => {
  assert.equal(isRefusal(await faultOf(t, 409, 'idempotency_running')), false);
  assert.equal(isRefusal(await faultOf(t, 503, 'unavailable')), false);
  assert.equal(isRefusal(await faultOf(t, 400, 'field_invalid')), true);
});

test('who changed a form after a lost answer is told to look for what was made first', async (t) => {
  for (const code of ['idempotency_mismatch', 'key_reused']) {
    const fault = await faultOf(t, 422, code);
    assert.equal(fault.code, code);
    assert.match(fault.message, /^Já foi enviado antes, com outros dados\. Confira na lista/);
  }
});

test('a request that is still under way is told of without the words of programs', async (t) => {
  const { message } = await faultOf(t, 409, 'idempotency_running');
  assert.match(message, /^O primeiro envio ainda está em andamento\./);
});

test('after a lost answer a later refusal, such as of an ended session, leaves the key', async (t) => {
  const first = { key: 'first', mayBeDone: false };
  const lost = keyAfter(first, await faultOf(t, 503, 'unavailable'));
  assert.deepEqual(lost, { key: 'first', mayBeDone: true });
  assert.deepEqual(keyAfter(lost, sessionOver()), lost);
  for (const [status, code] of [
    [429, 'too_many'],
    [400, 'field_invalid'],
    [409, 'idempotency_running'],
  ] as const) {
    assert.deepEqual(keyAfter(lost, await faultOf(t, status, code)), lost, code);
  }
});

test('what is sent after a refusal of the first request, or once its own is known, is another one', async (t) => {
  const first = { key: 'first', mayBeDone: false };
  const others = [
    keyAfter(first, await faultOf(t, 400, 'field_invalid')),
    keyAfter({ ...first, mayBeDone: true }, await faultOf(t, 422, 'key_reused')),
    keyAfter({ ...first, mayBeDone: true }, await faultOf(t, 409, 'idempotency_mismatch')),
  ];
  for (const { key, mayBeDone } of others) assert.deepEqual([key === 'first', mayBeDone], [false, false]);
});
