import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { localTime } from '../../platform/time/clock.ts';
import { waitBeforeRetry } from './retry.ts';
import { dueTimes, monthsLater } from './schedule.ts';

const DAY_MS = 24 * 60 * 60_000;
const time = localTime('America/Sao_Paulo');

test('the 31st falls on the last day of shorter months, and on the 31st again after them', () => {
  const days = dueTimes('2026-01-31T09:00:00', 14, time).map((at) => time.iso(at).slice(0, 16));
  assert.deepEqual(days, [
    '2026-01-31T09:00',
    '2026-02-28T09:00',
    '2026-03-31T09:00',
    '2026-04-30T09:00',
    '2026-05-31T09:00',
    '2026-06-30T09:00',
    '2026-07-31T09:00',
    '2026-08-31T09:00',
    '2026-09-30T09:00',
    '2026-10-31T09:00',
    '2026-11-30T09:00',
    '2026-12-31T09:00',
    '2027-01-31T09:00',
    '2027-02-28T09:00',
  ]);
  assert.equal(monthsLater('2027-12-29T23:59:00', 2), '2028-02-29T23:59:00');
});

test('of any start, each month has one entry, on its day or on its last one, at the same local time', () => {
  const start = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2090-12-31T23:59:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 120 }), (date, months) => {
      const startsAt = `${date.toISOString().slice(0, 16)}:00`;
      const due = dueTimes(startsAt, months, time).map((at) => time.iso(at));
      assert.equal(due.length, months);
      due.forEach((at, index) => {
        const [year = 0, month = 0, day = 0] = at.slice(0, 10).split('-').map(Number);
        const first = startsAt.slice(0, 7).split('-').map(Number);
        assert.equal(year * 12 + month, (first[0] ?? 0) * 12 + (first[1] ?? 0) + index);
        const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
        assert.equal(day, Math.min(Number(startsAt.slice(8, 10)), lastDay));
        assert.equal(at.slice(10), startsAt.slice(10));
      });
    }),
    { numRuns: 100 },
  );
});

test('the tries of a month keep below the limits of the schemes, and none follows what is final', () => {
  const soft = ['soft_customer', 'soft_technical'] as const;
  for (const declineClass of soft) {
    const tries = [0];
    for (;;) {
      const wait = waitBeforeRetry({ status: 'refused', declineClass }, tries.length);
      if (wait === undefined) break;
      tries.push((tries.at(-1) ?? 0) + wait);
    }
    assert.equal(tries.length, 8);
    assert.ok((tries.at(-1) ?? 0) <= 28 * DAY_MS, 'over before the next month');
    for (const from of tries) {
      const within = (ms: number) => tries.filter((at) => at >= from && at < from + ms).length;
      assert.ok(within(DAY_MS) <= 7, 'Mastercard: 7 in 24 hours');
      assert.ok(within(30 * DAY_MS) <= 15, 'Visa: 15 in 30 days');
    }
  }
  const final = [
    'hard',
    'fix_data',
    'merchant_config',
    'wrong_function',
    'authentication',
    undefined,
  ] as const;
  for (const declineClass of final) {
    assert.equal(waitBeforeRetry({ status: 'refused', declineClass }, 1), undefined, String(declineClass));
  }
});
