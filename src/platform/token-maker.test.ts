import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenMaker } from './token-maker.ts';

test('tokens have their length and are never equal', () => {
  const make = tokenMaker(32);
  const made = Array.from({ length: 300 }, make);
  for (const token of made) assert.match(token, /^[\w-]{43}$/);
  assert.equal(new Set(made).size, made.length);
});
