import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routingOf } from './attempt-routing.ts';

test('an attempt that had no choice went to its own acquirer, whatever its sale went to afterwards', () => {
  const sale = { order: { provider: 'CIELO' } };
  assert.equal(routingOf({ routing: undefined, provider: 'REDE' }, sale).account, 'REDE');
  assert.equal(routingOf({ routing: undefined, provider: undefined }, sale).account, 'CIELO');
});
