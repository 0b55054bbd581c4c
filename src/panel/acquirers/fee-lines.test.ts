import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFees } from '../../gateway/money/index.ts';
import { contentOfLines, linesOfFees } from './fee-lines.ts';
import type { FeeBandLine } from './schema.ts';

const LINES: readonly FeeBandLine[] = [
  { kind: 'credit', brand: 'VISA', from: 1, to: 1, percent: '2.5', fixed: 0 },
  { kind: 'credit', brand: 'VISA', from: 2, to: 6, percent: '3.2', fixed: 10 },
  { kind: 'credit', brand: '*', from: 1, to: 99, percent: '3.999', fixed: 0 },
  { kind: 'debit', brand: '*', from: 1, to: 99, percent: '1.5', fixed: 0 },
  { kind: 'pix', brand: '*', from: 1, to: 99, percent: '0', fixed: 99 },
];

test('the lines of a form are what the fee table says, and back', () => {
  const table = readFees(contentOfLines(LINES, 2));
  assert.equal(table.prepayment, 2);
  assert.deepEqual(linesOfFees(table), LINES);
});

test('what a form leaves out is not in the table', () => {
  const table = readFees(contentOfLines([], undefined));
  assert.deepEqual([table.pix, table.bankSlip, table.prepayment], [undefined, undefined, undefined]);
  assert.deepEqual(linesOfFees(table), []);
});

test('bands that overlap are refused by the table', () => {
  const twice = [LINES[0], { ...LINES[0], to: 3 }] as readonly FeeBandLine[];
  assert.throws(() => readFees(contentOfLines(twice, undefined)), /duas faixas/);
});
