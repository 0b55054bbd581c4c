import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysText, shownHours, weekdayOf } from '../src/screens/home/bar-words.ts';
import { readHomeSearch } from '../src/screens/home/home-period.ts';

const hours = (sold: readonly number[]) =>
  Array.from({ length: 24 }, (_, hour) => ({
    hour,
    confirmedCount: sold.includes(hour) ? 1 : 0,
    confirmedSum: sold.includes(hour) ? 500 : 0,
  }));

test('the hours of a day are shown from the first sale to the last one, those without any between them too', () => {
  assert.deepEqual(
    shownHours(hours([9, 11])).map(({ hour }) => hour),
    [9, 10, 11],
  );
  assert.deepEqual(shownHours(hours([])), []);
});

test('days are written as people say them', () => {
  assert.equal(weekdayOf('2026-11-26'), 'qui 26/11');
  assert.equal(daysText({ from: '2026-11-26', to: '2026-11-26' }), '26/11');
  assert.equal(daysText({ from: '2026-11-20', to: '2026-11-26' }), '20/11 a 26/11');
});

test('an address of the first page names one of its periods, or shows today', () => {
  assert.deepEqual(readHomeSearch({ period: 7 }), { period: '7' });
  assert.deepEqual(readHomeSearch({ period: 'last_month' }), { period: 'last_month' });
  assert.deepEqual(readHomeSearch({ period: 'ano' }), {});
});
