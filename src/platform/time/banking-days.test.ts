import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBankingDays, bankingDayFrom, isBankingDay, notLateFrom } from './banking-days.ts';
import { daysAfter } from './local-days.ts';

test('banks rest on national holidays, also those that move with Easter', () => {
  const closed = [
    // Carnival, Good Friday and Corpus Christi of years with an early, a late and a usual Easter.
    ...['2008-02-04', '2008-02-05', '2008-03-21', '2008-05-22'],
    ...['2011-03-07', '2011-03-08', '2011-04-22', '2011-06-23'],
    ...['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04'],
    ...['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27'],
    ...['2026-01-01', '2026-04-21', '2026-05-01', '2026-09-07', '2026-10-12', '2026-11-02', '2026-12-25'],
    ...['2024-11-20', '2026-11-20', '2026-11-28', '2026-11-29'],
  ];
  assert.deepEqual(closed.filter(isBankingDay), []);
  // Ash Wednesday, the day of black awareness of before the law, and the last day of a year.
  const open = ['2026-02-18', '2023-11-20', '2026-12-31', '2026-11-27'];
  assert.deepEqual(open.filter(isBankingDay), open);
});

test('money that falls due on a weekend or holiday comes on the next banking day', () => {
  assert.equal(bankingDayFrom('2026-11-26'), '2026-11-26');
  assert.equal(bankingDayFrom('2026-11-28'), '2026-11-30');
  // Friday of Christmas, then a weekend.
  assert.equal(bankingDayFrom('2026-12-25'), '2026-12-28');
  assert.equal(addBankingDays('2026-12-24', 1), '2026-12-28');
  assert.equal(addBankingDays('2026-12-24', 2), '2026-12-29');
  assert.equal(addBankingDays('2026-11-28', 0), '2026-11-28');
});

test('money is late once three banking days have passed after its day', () => {
  // Thursday: what was due on Friday, a holiday, came on Monday and has until the end of this day.
  assert.equal(notLateFrom('2026-11-26', 3), '2026-11-20');
  for (let at = 0; at < 400; at += 1) {
    const today = daysAfter('2026-01-01', at);
    const first = notLateFrom(today, 3);
    assert.ok(addBankingDays(bankingDayFrom(first), 3) >= today, today);
    assert.ok(addBankingDays(bankingDayFrom(daysAfter(first, -1)), 3) < today, today);
  }
});
