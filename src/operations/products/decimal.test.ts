import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { readDecimal, writePrice } from './decimal.ts';

test('prices are read as people and programs write them', () => {
  const read = (text: string) => readDecimal(text, 2);
  assert.deepEqual(
    ['12,50', '12.50', '12,5', '12', '0', '0,00', ' 7,10 ', '1.234,56', '1.234.567,8', '007'].map(read),
    [1250, 1250, 1250, 1200, 0, 0, 710, 123456, 123456780, 700],
  );
  assert.equal(read('9999999999,99'), 999_999_999_999);
});

test('an ambiguous or invalid price is refused', () => {
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

test('every price survives writing and reading', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      assert.equal(readDecimal(writePrice(cents), 2), cents);
      assert.match(writePrice(cents), /^\d+,\d\d$/);
    }),
  );
});

test('no text makes it throw, and the result is always a whole number in range or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,+-]{0,18}$/)), (text) => {
      const read = readDecimal(text, 2);
      assert.ok(read === undefined || (Number.isInteger(read) && read >= 0 && read < 10 ** 12));
    }),
  );
});
