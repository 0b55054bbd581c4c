import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { casesOf, fc } from '../../../../test/support/property.ts';
import { isBankingDay } from '../../../platform/time/banking-days.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { expectedLines, type MoneyOfSale } from './expected-lines.ts';
import { readFees } from './read-fees.ts';

const FEES = readFees(
  JSON.stringify({
    credit: {
      '*': {
        1: { percent: '3.00', fixed: '0' },
        '2-6': { percent: '3.50', fixed: '10' },
        '7-99': { percent: '4' },
      },
      VISA: { 1: { percent: '2.50' } },
    },
    debit: { '*': { percent: '1.99' } },
    pix: { fixed: '99' },
  }),
);
const SALE: MoneyOfSale = {
  paidBy: 'credit',
  brand: 'visa',
  installments: 1,
  captured: 10_000,
  captureDay: '2026-11-26',
  reductions: [],
};
const linesOf = (over: Partial<MoneyOfSale>, fees: typeof FEES | undefined = FEES) =>
  expectedLines({ ...SALE, ...over }, fees).map(({ dueDay, gross, fee, net }) => [dueDay, gross, fee, net]);

describe('what is expected of a sale', () => {
  test('credit comes thirty days after the sale, on a banking day, less the fee of its brand', () => {
    // The 26th of December is a Saturday.
    assert.deepEqual(linesOf({}), [['2026-12-28', 10_000, 250, 9_750]]);
    assert.deepEqual(linesOf({ brand: 'elo' }), [['2026-12-28', 10_000, 300, 9_700]]);
  });

  test('installments come by themselves, with the remainder and the fixed part in the first', () => {
    assert.deepEqual(linesOf({ installments: 3, captured: 10_001 }), [
      ['2026-12-28', 3_335, 127, 3_208],
      ['2027-01-25', 3_333, 117, 3_216],
      ['2027-02-24', 3_333, 117, 3_216],
    ]);
  });

  test('debit comes on the next banking day, a Pix at once, and with prepayment all credit soon', () => {
    assert.deepEqual(linesOf({ paidBy: 'debit', captureDay: '2026-11-27' }), [
      ['2026-11-30', 10_000, 199, 9_801],
    ]);
    assert.deepEqual(linesOf({ paidBy: 'pix', captureDay: '2026-11-28' }), [
      ['2026-11-28', 10_000, 99, 9_901],
    ]);
    const soon = { ...FEES, prepayment: 2 } as const;
    assert.deepEqual(
      linesOf({ installments: 2 }, soon).map(([day]) => day),
      ['2026-11-30', '2026-11-30'],
    );
  });

  test('half a centavo of a fee counts as one, and without a table there is none', () => {
    assert.deepEqual(linesOf({ captured: 20 }), [['2026-12-28', 20, 1, 19]]);
    assert.deepEqual(linesOf({ captured: 19 }), [['2026-12-28', 19, 0, 19]]);
    assert.deepEqual(expectedLines(SALE, undefined)[0]?.fee, 0);
  });

  test('a refund before the money came makes each installment smaller, with the remainder in the first', () => {
    const refund = { kind: 'refund', amount: 1_000, day: '2026-12-01' } as const;
    assert.deepEqual(
      linesOf({ installments: 3, captured: 9_000, reductions: [refund] }).map(([, gross]) => gross),
      [2_666, 2_667, 2_667],
    );
    const all = linesOf({ reductions: [{ ...refund, amount: 10_000 }] });
    assert.deepEqual(all, [['2026-12-28', 0, 0, 0]]);
  });

  test('of installments that were paid the refund is a line below zero, with its part of the fee', () => {
    const refund = { kind: 'refund', amount: 3_000, day: '2026-12-29' } as const;
    assert.deepEqual(linesOf({ installments: 3, captured: 9_000, reductions: [refund] }), [
      ['2026-12-28', 3_000, 115, 2_885],
      ['2027-01-25', 2_000, 70, 1_930],
      ['2027-02-24', 2_000, 70, 1_930],
      ['2026-12-30', -1_000, -35, -965],
    ]);
  });

  test('a dispute takes a Pix back on its own day', () => {
    const dispute = { kind: 'dispute', amount: 4_000, day: '2026-12-05' } as const;
    const lines = expectedLines({ ...SALE, paidBy: 'pix', reductions: [dispute] }, FEES);
    assert.deepEqual(
      lines.map(({ kind, dueDay, net }) => [kind, dueDay, net]),
      [
        ['installment', '2026-11-26', 9_901],
        ['dispute', '2026-12-05', -4_000],
      ],
    );
  });
});

const aSale = fc.record({
  paidBy: fc.constantFrom('credit', 'debit', 'pix', 'bankSlip'),
  brand: fc.constantFrom('VISA', 'ELO', undefined),
  installments: fc.integer({ min: 1, max: 12 }),
  captured: fc.integer({ min: 12, max: 100_000_000 }),
  captureDay: fc.integer({ min: 0, max: 2_000 }).map((days) => daysAfter('2026-01-01', days)),
  parts: fc.array(
    fc.record({
      kind: fc.constantFrom('refund', 'dispute'),
      share: fc.integer({ min: 1, max: 400 }),
      after: fc.integer({ min: 0, max: 400 }),
    }),
    { maxLength: 5 },
  ),
});

test('whatever went back and when, the sums are those of the sale, in any order', () => {
  fc.assert(
    fc.property(aSale, fc.infiniteStream(fc.nat()), ({ parts, ...sale }, chance) => {
      const reductions = parts.map(({ kind, share, after }) => ({
        kind,
        amount: Math.floor((sale.captured * share) / 1_000),
        day: daysAfter(sale.captureDay, after),
      }));
      const whole: MoneyOfSale = {
        ...sale,
        installments: sale.paidBy === 'credit' ? sale.installments : 1,
        reductions,
      };
      const lines = expectedLines(whole, FEES);
      const back = Math.min(
        sale.captured,
        reductions.reduce((sum, { amount }) => sum + amount, 0),
      );
      const sumOf = (member: 'gross' | 'net' | 'fee') => lines.reduce((sum, line) => sum + line[member], 0);
      assert.equal(sumOf('gross'), sale.captured - back);
      assert.equal(sumOf('net'), sumOf('gross') - sumOf('fee'));
      assert.ok(sumOf('fee') >= 0);
      assert.ok(lines.every(({ kind, gross }) => (kind === 'installment' ? gross >= 0 : gross < 0)));
      assert.ok(whole.paidBy === 'pix' || lines.every(({ dueDay }) => isBankingDay(dueDay)));
      assert.equal(new Set(lines.map(({ line }) => line)).size, lines.length);
      const shuffled = reductions
        .map((reduction) => ({ reduction, at: chance.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ reduction }) => reduction);
      assert.deepEqual(expectedLines({ ...whole, reductions: shuffled }, FEES), lines);
    }),
    { numRuns: casesOf(400) },
  );
});
