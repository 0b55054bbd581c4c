import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDecimal } from './decimal.ts';

test('decimals are read as people and programs write them', () => {
  const read = (text: string) => readDecimal(text, 2);
  assert.deepEqual(
    ['12,50', '12.50', '12,5', '12', '0', '0,00', ' 7,10 ', '1.234,56', '1.234.567,8', '007'].map(read),
    [1250, 1250, 1250, 1200, 0, 0, 710, 123456, 123456780, 700],
  );
  assert.equal(read('9999999999,99'), 999_999_999_999);
});

test('an ambiguous or invalid decimal is refused', () => {
  const texts = [
    '',
    '1.234',
    '12,505',
    '12.505',
    '1,234.56',
    '12,',
    ',50',
    '-1',
    '+1',
    '1e3',
    'R$ 1,00',
    '1 234,00',
    '1.23.456,00',
    '10000000000,00',
    '٣',
    'NaN',
    'Infinity',
    '0x10',
  ];
  for (const text of texts) assert.equal(readDecimal(text, 2), undefined, text);
});

test('quantities have up to four places', () => {
  assert.equal(readDecimal('1,2345', 4), 12_345);
  assert.equal(readDecimal('3', 4), 30_000);
  assert.equal(readDecimal('1,23456', 4), undefined);
});
