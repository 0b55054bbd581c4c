import assert from 'node:assert/strict';
import { test } from 'node:test';

test('fails with nothing open', () => {
  assert.equal(1 + 1, 3);
});
