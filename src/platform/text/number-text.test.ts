import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText } from './number-text.ts';

test('amounts are written as Brazilians read them, to the centavo up to the largest', () => {
  const plain = (centavos: number) => moneyText(centavos).replace(/\s/g, ' ');
  assert.equal(plain(1), 'R$ 0,01');
  assert.equal(plain(123_456), 'R$ 1.234,56');
  assert.equal(plain(999_999_999_999), 'R$ 9.999.999.999,99');
});
