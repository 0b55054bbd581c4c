import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from './clock.ts';
import { dayAfter, periodOfDays } from './local-days.ts';

test('a period of local days ends with the whole of its last day', () => {
  const time = localTime('America/Sao_Paulo');
  assert.deepEqual(periodOfDays({ from: '2026-11-21', to: '2026-11-22' }, time), {
    start: Date.parse('2026-11-21T03:00:00Z'),
    end: Date.parse('2026-11-23T03:00:00Z'),
  });
  // A day of 23 hours: clocks went forward at midnight.
  assert.deepEqual(periodOfDays({ from: '2018-11-04', to: '2018-11-04' }, time), {
    start: Date.parse('2018-11-04T03:00:00Z'),
    end: Date.parse('2018-11-05T02:00:00Z'),
  });
  assert.deepEqual(periodOfDays({}, time), { start: undefined, end: undefined });
});

test('the day after the last of a year is the first of the next', () => {
  assert.equal(dayAfter('2026-12-31'), '2027-01-01');
});
