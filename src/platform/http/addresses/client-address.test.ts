import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipAddressIn } from './client-address.ts';

test('an address is read as proxies write it, with and without a port', () => {
  for (const [text, address] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ] as const) {
    assert.equal(ipAddressIn(text), address);
  }
});

test('anything but an address counts as no client', () => {
  for (const text of [
    undefined,
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.7:port',
    '[]:1',
    '1'.repeat(60_000),
  ]) {
    assert.equal(ipAddressIn(text), undefined);
  }
});
