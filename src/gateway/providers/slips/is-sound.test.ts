import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeableLineOf, writeBarcode } from '../slip-code/index.ts';
import { isSound } from './is-sound.ts';

const ASKED = { amount: 12_345, today: '2026-11-26' };
const codeOf = (amount: number) => {
  const barcode = writeBarcode({ bank: '341', dueDate: '2026-12-10', amount, freeField: '1'.repeat(25) });
  return { barcode, line: typeableLineOf(barcode) };
};

test('a slip is shown when its code says what was asked for', () => {
  assert.equal(isSound(codeOf(12_345), ASKED), true);
});

test('a slip of another amount, with a wrong digit, or whose line is of another is shown to nobody', () => {
  const { barcode, line } = codeOf(12_345);
  const last = barcode.at(-1) === '1' ? '2' : '1';
  assert.equal(isSound(codeOf(12_346), ASKED), false);
  assert.equal(isSound({ barcode: barcode.slice(0, -1) + last, line }, ASKED), false);
  assert.equal(isSound({ barcode, line: codeOf(12_346).line }, ASKED), false);
  assert.equal(isSound({ barcode: '', line: '' }, ASKED), false);
});
