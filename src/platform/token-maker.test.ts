import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenMaker } from './token-maker.ts';

test('tokens have their length and are never equal', () => {
  for (const [make, form] of [
    [tokenMaker(32), /^[\w-]{43}$/],
    [tokenMaker(16, 'hex'), /^[0-9a-f]{32}$/],
  ] as const) {
    const made = Array.from({ length: 300 }, make);
    for (const token of made) assert.match(token, form);
    assert.equal(new Set(made).size, made.length);
  }
});
