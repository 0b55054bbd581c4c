import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from './is-within.ts';

test('what was done by a clock that was set back by hours is not within the time', () => {
  const at = 10 * 3_600_000;
  assert.equal(isWithin(60_000, at, at), true);
  assert.equal(isWithin(60_000, at, at + 59_999), true);
  assert.equal(isWithin(60_000, at, at + 60_000), false);
  // Clocks of two instances are a little apart.
  assert.equal(isWithin(60_000, at, at - 5), true);
  assert.equal(isWithin(60_000, at, at - 60_000), false);
  assert.equal(isWithin(60_000, at, at - 3 * 3_600_000), false);
});
