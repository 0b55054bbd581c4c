import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf } from './period.ts';

function daysOf(period: Parameters<typeof periodOf>[0], today: string): readonly string[] {
  const { current, previous } = periodOf(period, today);
  return [`${current.from} ${current.to}`, `${previous.from} ${previous.to}`];
}

test('a day is compared with the day before, and some days with as many before them', () => {
  assert.deepEqual(daysOf('today', '2026-03-01'), ['2026-03-01 2026-03-01', '2026-02-28 2026-02-28']);
  assert.deepEqual(daysOf('yesterday', '2026-03-01'), ['2026-02-28 2026-02-28', '2026-02-27 2026-02-27']);
  assert.deepEqual(daysOf('7', '2026-11-26'), ['2026-11-20 2026-11-26', '2026-11-13 2026-11-19']);
});

test('this month is compared with as many days of the month before, at the most with all', () => {
  assert.deepEqual(daysOf('month', '2026-11-26'), ['2026-11-01 2026-11-26', '2026-10-01 2026-10-26']);
  assert.deepEqual(daysOf('month', '2026-03-31'), ['2026-03-01 2026-03-31', '2026-02-01 2026-02-28']);
});

test('the last month is whole, and so is the one before, over the turn of the year too', () => {
  assert.deepEqual(daysOf('last_month', '2026-01-15'), ['2025-12-01 2025-12-31', '2025-11-01 2025-11-30']);
});
