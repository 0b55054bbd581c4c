import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAmount } from './due-amount.ts';

const TERMS = {
  dueOn: '2026-12-10',
  interest: { type: 'monthlyPercent', value: 100 },
  fine: { type: 'percent', value: 200 },
  discounts: [
    { until: '2026-12-01', type: 'percent', value: 1_000 },
    { until: '2026-12-05', type: 'amount', value: 150 },
  ],
} as const;

test('the first discount whose day is not over is taken off', () => {
  assert.deepEqual(dueAmount(10_000, TERMS, '2026-12-01').details, { interest: 0, fine: 0, discount: 1_000 });
  assert.equal(dueAmount(10_000, TERMS, '2026-12-02').amount, 9_850);
  assert.equal(dueAmount(10_000, TERMS, '2026-12-06').amount, 10_000);
});

test('late, interest counts by thirty days to a month, half up, and the fine once', () => {
  assert.deepEqual(dueAmount(10_000, TERMS, '2026-12-13'), {
    amount: 10_210,
    details: { interest: 10, fine: 200, discount: 0 },
  });
  assert.equal(dueAmount(15_000, TERMS, '2026-12-11').details.interest, 5);
});

test('due on a Sunday it is in time on Monday, and on Tuesday one day late', () => {
  const sunday = { ...TERMS, dueOn: '2026-12-13' };
  assert.equal(dueAmount(10_000, sunday, '2026-12-14').amount, 10_000);
  assert.equal(dueAmount(15_000, sunday, '2026-12-15').details.interest, 5);
  assert.equal(
    dueAmount(15_000, { ...sunday, interest: { type: 'dailyAmount', value: 3 } }, '2026-12-15').details
      .interest,
    3,
  );
});
