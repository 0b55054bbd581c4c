import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CASH_METHOD, differenceOf, ENTRY_KIND, reportOf, type ShiftSum } from './shift.ts';

const PIX = 25;
const sum = (kind: keyof typeof ENTRY_KIND, amount: number, more: Partial<ShiftSum> = {}): ShiftSum => ({
  kind: ENTRY_KIND[kind],
  methodId: CASH_METHOD,
  operatorId: undefined,
  count: 1,
  amount,
  ...more,
});

test('the drawer should hold the opening cash, what was sold and put in, less what was given back and taken out', () => {
  const { expectedCash } = reportOf({ openingCash: 10_000 }, [
    sum('sale', 5_050),
    sum('refund', 50),
    sum('supply', 2_000),
    sum('withdrawal', 7_000),
  ]);
  assert.equal(expectedCash, 10_000);
});

test('what is not paid in cash counts by its method and never in the drawer', () => {
  const report = reportOf({ openingCash: 0 }, [
    sum('sale', 900, { methodId: PIX, count: 3 }),
    sum('refund', 300, { methodId: PIX }),
    sum('sale', 100),
  ]);
  assert.equal(report.expectedCash, 100);
  assert.deepEqual(report.methods, [
    { methodId: PIX, sales: { count: 3, amount: 900 }, refunds: { count: 1, amount: 300 } },
    { methodId: CASH_METHOD, sales: { count: 1, amount: 100 }, refunds: { count: 0, amount: 0 } },
  ]);
});

test('sales are told by who sold, cash that is put in or taken out is not a sale of anybody', () => {
  const { operators, supplies, withdrawals } = reportOf({ openingCash: 0 }, [
    sum('sale', 700, { operatorId: 8 }),
    sum('sale', 200, { operatorId: 8, methodId: PIX, count: 2 }),
    sum('sale', 100),
    sum('supply', 50, { operatorId: 8 }),
    sum('withdrawal', 20, { operatorId: 8, count: 2 }),
  ]);
  assert.deepEqual(
    operators.map(({ operatorId, sales }) => [operatorId, sales.count, sales.amount]),
    [
      [undefined, 1, 100],
      [8, 3, 900],
    ],
  );
  assert.deepEqual(
    [supplies, withdrawals],
    [
      { count: 1, amount: 50 },
      { count: 2, amount: 20 },
    ],
  );
});

test('missing cash is a difference below zero, and an open shift has none', () => {
  assert.equal(differenceOf({ countedCash: 900, expectedCash: 1_000 }), -100);
  assert.equal(differenceOf({ countedCash: 1_000, expectedCash: 1_000 }), 0);
  assert.equal(differenceOf({ countedCash: undefined, expectedCash: undefined }), undefined);
});
