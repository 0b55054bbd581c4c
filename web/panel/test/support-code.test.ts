import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as Calls from '../src/api/call.ts';
import type * as Support from '../src/ui/feedback/support-code.ts';

// The module of calls listens to what a browser's window is told.
Object.assign(globalThis, { addEventListener: () => undefined });
const { CallError }: typeof Calls = await import('../src/api/call.ts');
const { mayGoWellAgain, supportCodeOf }: typeof Support = await import('../src/ui/feedback/support-code.ts');

const refused = (status: number, code: string) =>
  new CallError(status, { code, message: 'x', requestId: 'pedido-1' });

test('support is asked about failures, and a refusal says itself what to do', () => {
  assert.equal(supportCodeOf(refused(500, 'internal_error')), 'pedido-1');
  for (const refusal of [refused(400, 'password_short'), refused(403, 'not_allowed'), new Error('x')]) {
    assert.equal(supportCodeOf(refusal), undefined);
  }
});

test('who may not see a list is not offered to try again', () => {
  assert.equal(mayGoWellAgain(refused(403, 'not_allowed')), false);
  assert.equal(mayGoWellAgain(refused(503, 'not_ready')), true);
});
