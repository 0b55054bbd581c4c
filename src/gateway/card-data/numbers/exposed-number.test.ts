import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyCharacter, fc } from '../../../../test/support/property.ts';
import { exposesCardNumber } from './exposed-number.ts';

const OWN = '4235647728025682';
const OTHERS = [
  '5448280000000007',
  '371341553758128',
  '36490101441625',
  '6062825624254001',
  '5041758436269362',
];
/** A CNPJ, and digits that a card of Diners could have. */
const CNPJ_LIKE_A_CARD = '36490102000180';
const FULL_WIDTH = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const ARABIC = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
const inGroups = (digits: string, separator: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
const WRITINGS: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  ...[' ', '-', '.', '/', '\t', '\n', '_', '\u00a0', '\u200b', ' - ', '·'].map(
    (separator) => (digits: string) => inGroups(digits, separator),
  ),
  (digits) => [...digits].join(' '),
  FULL_WIDTH,
  ARABIC,
  (digits) => inGroups(FULL_WIDTH(digits), '\u3000'),
];

describe('a card number in a text', () => {
  test('is found in every spelling, alone and among other words', () => {
    for (const number of [OWN, ...OTHERS]) {
      for (const write of WRITINGS) {
        for (const text of [
          write(number),
          `cartão ${write(number)} da Ana`,
          `x${write(number)}, 12/35 cvv 123`,
        ]) {
          assert.ok(exposesCardNumber(text), JSON.stringify(text));
        }
      }
    }
    assert.ok(exposesCardNumber('5448 2800-0000.0007 12/35'), 'the groups of a card, whatever parts them');
    assert.ok(exposesCardNumber('3713 415537/58128'));
  });

  test('is found, when it is that of the sale, however it is cut and mixed with other signs', () => {
    const noise = fc
      .string({ unit: 'grapheme', maxLength: 5 })
      .map((text) => text.normalize('NFKC').replace(/\p{Nd}/gu, ''));
    fc.assert(
      fc.property(fc.array(noise, { minLength: 16, maxLength: 16 }), (noises) => {
        const text = [...OWN].map((digit, index) => `${noises[index] ?? ''}${digit}`).join('');
        assert.ok(exposesCardNumber(text, OWN), JSON.stringify(text));
      }),
    );
  });

  test('is none without the check digit, the range or the length of a card', () => {
    fc.assert(
      fc.property(fc.constantFrom(OWN, ...OTHERS), fc.integer({ min: 1, max: 9 }), (number, more) => {
        const last = (Number(number.at(-1)) + more) % 10;
        assert.ok(!exposesCardNumber(`pedido ${number.slice(0, -1)}${last}`));
      }),
    );
    for (const text of [
      '9999999999999995',
      '0000000000000000',
      '423564772802568',
      `${OWN}${OWN}`,
      '4222222222222',
    ]) {
      assert.ok(!exposesCardNumber(text), text);
    }
  });

  test('is none in what merchants send every day', () => {
    for (const text of [
      'Pedido 4312 - 10/12/2026 - 14:30 - R$ 1.234,56',
      '36.490.101/0001-70',
      '00.000.000/0001-91',
      '+55 (11) 91234-5678',
      '7891000315507',
      '35260104252011000110550010000012341000012349',
      '23793.38128 60000.000003 00000.000400 1 84340000012345',
      '2026-11-22T14:30:00.000-03:00',
      '0199aabb-ccdd-7eee-8fff-001122334455',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'https://loja.example/pedidos/2026/11/22/123456?token=a1b2c3d4e5f6a7b8',
      '',
    ]) {
      assert.ok(!exposesCardNumber(text, OWN), text);
    }
  });

  test('is no CNPJ, also of those that begin like cards and pass their check', () => {
    assert.ok(exposesCardNumber('36490101441625'));
    assert.ok(!exposesCardNumber(CNPJ_LIKE_A_CARD));
    assert.ok(exposesCardNumber(CNPJ_LIKE_A_CARD, CNPJ_LIKE_A_CARD), 'unless it is the number of the sale');
  });

  test('never throws, and is never found where there are too few digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const digits = text.normalize('NFKC').match(/\p{Nd}/gu)?.length ?? 0;
        const isFound = exposesCardNumber(text, OWN);
        assert.ok(!isFound || digits >= 13);
      }),
    );
  });
});
