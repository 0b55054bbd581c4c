import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { readAmountText } from './amount-text.ts';

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
  ['007', 700],
  ['9999999999,99', 999_999_999_999],
  ['R$ 26,00', 2_600],
  ['R$\u00a026,00', 2_600],
  ['R$\u202f1.234,56', 123_456],
  ['r$26', 2_600],
  ['26,00\u00a0', 2_600],
] as const;

test('amounts are read in every form that people and deployed clients write', () => {
  for (const [text, centavos] of READ) assert.equal(readAmountText(text), centavos, text);
});

test('what arithmetic leaves behind is the centavo that was meant', () => {
  const read = (value: number) => readAmountText(String(value).replace('.', ','));
  assert.deepEqual([24.599999999999998, 509.99999999999994].map(read), [2_460, 51_000]);
  assert.deepEqual([0.1 + 0.2, 1.1 * 3, 99.99999999999999, 4.35 * 100].map(read), [30, 330, 10_000, 43_500]);
  const centavos = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(centavos, centavos, (first, second) => {
      assert.equal(read(first / 100 + second / 100), first + second);
    }),
  );
});

test('a part of a centavo is too fine, unless it is a millionth', () => {
  for (const text of ['0,999', '12,505', '12.5051', '1,234', '10,0051', '10,00001', 'R$ 1,005']) {
    assert.equal(readAmountText(text), 'too_fine', text);
  }
  assert.equal(readAmountText('10,00000001'), 1_000);
  assert.equal(readAmountText('10,00999999999'), 1_001);
});

test('anything else is not an amount', () => {
  const texts = ['', '-1', '+1', '1e3', 'R$', 'R$ -1', 'US$ 1', '1.23.4', '0x10', '10000000000,00', '1,2,3'];
  for (const text of [...texts, '12,', ',50', '1 234,00', '٣', 'NaN', 'Infinity', '1.23.456,00']) {
    assert.equal(readAmountText(text), 'unreadable', text);
  }
});
