import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, medianOfKnown, percentile, ratio } from './statistics.ts';

test('a percentile is the value below which that share of the values lies', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  assert.equal(percentile(hundred, 0.5), 50);
  assert.equal(percentile(hundred, 0.99), 99);
  assert.equal(percentile([7], 0.99), 7);
  assert.throws(() => percentile([], 0.5), /no values/);
});

test('the median accepts unsorted values and does not change them', () => {
  const values = [30, 1, 20];
  assert.equal(median(values), 20);
  assert.deepEqual(values, [30, 1, 20]);
});

test('missing measurements are ignored by the median and have no ratio', () => {
  assert.equal(medianOfKnown([undefined, 3, undefined]), 3);
  assert.equal(medianOfKnown([undefined]), undefined);
  assert.equal(ratio(1, 4), 0.25);
  assert.equal(ratio(undefined, 4), undefined);
  assert.equal(ratio(1, 0), undefined);
});
