import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownAges } from './known-ages.ts';

test('an age is counted from when this process learned of a thing, until that is forgotten', () => {
  let passedMs = 500;
  const ages = createKnownAges(() => passedMs);
  assert.equal(ages.of('sale'), 0);
  passedMs += 90;
  assert.equal(ages.of('sale'), 90);
  assert.equal(ages.of('other'), 0);
  ages.begin('sale');
  passedMs += 7;
  assert.equal(ages.of('sale'), 7);
  ages.forget('sale');
  assert.equal(ages.of('sale'), 0);
});
