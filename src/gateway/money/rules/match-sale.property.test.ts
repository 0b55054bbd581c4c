import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casesOf, fc } from '../../../../test/support/property.ts';
import { expectedLines } from './expected-lines.ts';
import { matchSale } from './match-sale.ts';
import { STATEMENT_CLASSES } from './statement-classes.ts';
import { FEES, type History, histories, saleOf, sum, toldOf } from './test-histories.ts';

const ONE_REAL_IN_FIVE: Omit<History, 'refunds'> = {
  ...{ amount: 100, installments: 5, debit: false, day: 0, netsAll: false, chargeback: false },
  ...{ events: [], numbered: false, order: [], corrections: [] },
};
/** Of some lines the fee leaves nothing, or of all of a refund. */
const REFUNDS_OF_CENTAVOS: readonly [History][] = [
  [
    {
      ...ONE_REAL_IN_FIVE,
      refunds: [
        { share: 0.06, after: 60 },
        { share: 0.01, after: 0 },
      ],
    },
  ],
  [
    {
      ...ONE_REAL_IN_FIVE,
      refunds: [
        { share: 0.0499, after: 122 },
        { share: 0.0499, after: 122 },
      ],
    },
  ],
];

test('nets of all that is told are those of our lines that they answer, and the differences', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const sale = saleOf(history);
      const expected = expectedLines(sale, FEES).map((line) => ({ ...line, feeUnknown: false }));
      const foreign = toldOf(history, sale);
      const judged = matchSale(sale.captured, expected, foreign);
      // Each line in exactly one class.
      assert.deepEqual(judged.foreign.map(({ id }) => id).toSorted(), foreign.map(({ id }) => id).toSorted());
      assert.ok(judged.foreign.every((one) => STATEMENT_CLASSES.includes(one.class)));
      const answered = judged.expected.map(({ line }) => line);
      assert.equal(new Set(answered).size, answered.length);
      // To the centavo.
      const ours = expected.filter(({ line }) => answered.includes(line));
      assert.equal(sum(foreign, 'net'), sum(ours, 'net') + sum(judged.foreign, 'difference'));
      // In whatever order they come, and again.
      const { order } = history;
      const shuffled = foreign.toSorted(
        (one, other) => (order[foreign.indexOf(one)] ?? 0) - (order[foreign.indexOf(other)] ?? 0),
      );
      const again = matchSale(sale.captured, expected.toReversed(), shuffled);
      assert.deepEqual(byId(again.foreign), byId(judged.foreign));
      assert.deepEqual(byLine(again.expected), byLine(judged.expected));
    }),
    { numRuns: casesOf(2_000) },
  );
});

test('a history without anything wrong has no difference but rounding', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const plain: History = { ...history, events: history.events.map(() => 'plain'), chargeback: false };
      const sale = saleOf(plain);
      const expected = expectedLines(sale, FEES).map((line) => ({ ...line, feeUnknown: false }));
      const judged = matchSale(sale.captured, expected, toldOf({ ...plain, netsAll: false }, sale));
      assert.ok(judged.foreign.every((one) => ['matched', 'netted'].includes(one.class)));
      assert.equal(sum(judged.foreign, 'difference'), 0);
      // A line of nothing, as one of the lines of a refund of a centavo, is answered with its refund or not at all.
      const open = expected.filter(({ net }) => net !== 0).map(({ line }) => line);
      const answered = judged.expected.map(({ line }) => line).filter((line) => open.includes(line));
      assert.deepEqual(answered.toSorted(), open.toSorted());
    }),
    { numRuns: casesOf(1_000), examples: [...REFUNDS_OF_CENTAVOS] },
  );
});

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}

function byLine<Row extends { readonly line: number }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => one.line - other.line);
}
