import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, readAmount } from './amount.ts';

const READ = [
  ['40,00', 4_000],
  ['300.00', 30_000],
  ['10', 1_000],
  ['10,5', 1_050],
  ['1.234,5', 123_450],
  ['1.000', 100_000],
  ['1.234.567,89', 123_456_789],
  ['1,234.56', 123_456],
  [' 0,02 ', 2],
  ['9999999999,99', 999_999_999_999],
] as const;

test('amounts are read in every form that deployed clients send', () => {
  for (const [text, centavos] of READ) assert.equal(readAmount(text), centavos, text);
});

test('anything else is not an amount', () => {
  for (const text of ['', '-1', '+1', '1e3', 'R$ 1', '1,234', '1.23.4', '0x10', '10000000000,00', '1,2,3']) {
    assert.equal(readAmount(text), undefined, text);
  }
});

test('amounts are written as in Brazil', () => {
  assert.equal(amountText(4_000), '40,00');
  assert.equal(amountText(123_456_789), '1.234.567,89');
  assert.equal(amountText(0), '0,00');
});
