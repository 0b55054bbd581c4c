import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedWith } from '../test-room.ts';
import { amountText, readMoney } from './amount.ts';

test('amounts are written with a comma and without a thousands point', () => {
  assert.equal(amountText(4_000), '40,00');
  assert.equal(amountText(10_000_000), '100000,00');
  assert.equal(amountText(999_999_999_999), '9999999999,99');
  assert.equal(amountText(1), '0,01');
  assert.equal(amountText(0), '0,00');
});

test('an amount that cannot be read is refused in words that say what is wrong', () => {
  assert.equal(readMoney('valor', 'R$\u00a01.234,56'), 123_456);
  assert.equal(readMoney('valor', undefined), undefined);
  assert.throws(() => readMoney('valor', 'dez'), refusedWith('value_invalid', 400));
  assert.throws(() => readMoney('valor', 'dez'), /como 26,00/);
  assert.throws(() => readMoney('valor', '0,999'), /no máximo duas casas/);
});
