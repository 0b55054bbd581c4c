import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disputeRate } from './rates.ts';

test('the rate of disputes is judged by the thresholds of the schemes', () => {
  const levels = [64, 65, 89, 90, 149, 150].map((cases) => disputeRate(cases, 10_000));
  assert.deepEqual(
    levels.map(({ hundredths, level }) => [hundredths, level]),
    [
      [64, 'low'],
      [65, 'watched'],
      [89, 'watched'],
      [90, 'high'],
      [149, 'high'],
      [150, 'excessive'],
    ],
  );
});

test('few disputes, or none, are not judged, and those of earlier sales may be more than all sales', () => {
  assert.deepEqual(disputeRate(0, 0), { hundredths: 0, level: 'low' });
  assert.deepEqual(disputeRate(4, 10), { hundredths: 4_000, level: 'low' });
  assert.deepEqual(disputeRate(7, 0), { hundredths: 70_000, level: 'excessive' });
});
