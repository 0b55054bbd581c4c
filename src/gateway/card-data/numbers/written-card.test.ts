import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import { brandRows, detectBrand } from './brand.ts';
import { exposesCardNumber } from './exposed-number.ts';
import { cardNumber, inGroups, oneOf } from './test-numbers.ts';

/** Some prefixes of each range in the suite; every one with `TEST_NUMBERS=all`. */
const ALL = process.env.TEST_NUMBERS === 'all';
const SEPARATORS = [' ', '-', '.', '/', '\t', '\n', '_', '\u00a0', '\u200b', ' - ', '·', '  '];
const digitsOf = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));

/** The groups in which cards of this length are written. */
function groupsOf(length: number): readonly (readonly number[])[] {
  const inFours = length % 4 <= 3 && length !== 13 ? [[4]] : [];
  const inThree = length === 15 ? [[4, 6, 5]] : length === 14 ? [[4, 6, 4]] : [];
  const inFives = length === 15 ? [[5]] : [];
  const inEights = length === 16 ? [[8]] : [];
  return [...inFours, ...inThree, ...inFives, ...inEights, [1], [2], [3]];
}

function writingsOf(number: string): readonly string[] {
  const written = [number, digitsOf(number, 0xff10), digitsOf(number, 0x0660)];
  for (const sizes of groupsOf(number.length)) {
    for (const separator of SEPARATORS) written.push(inGroups(number, sizes, [separator]));
    written.push(inGroups(digitsOf(number, 0xff10), sizes, ['\u3000']));
  }
  if (number.length === 16 || number.length === 19) written.push(inGroups(number, [4], [' ', '-', '.']));
  return written;
}

const SURROUNDINGS: readonly ((written: string) => string)[] = [
  (written) => written,
  (written) => `cartão ${written} da Ana`,
  (written) => `x${written}, 12/35 cvv 123`,
  (written) => `Visa${written}`,
  (written) => `cartao: ${written}; validade 08/31`,
  (written) => `https://loja.example/?cartao=${encodeURI(written) === written ? written : 'x'}&n=${written}`,
];

for (const { name, patterns, lengths } of brandRows) {
  test(`a number of every range of ${name} (${String(patterns[0])}…) is found in every writing`, () => {
    for (const prefix of prefixesOf(patterns)) {
      for (const length of lengths) {
        const number = cardNumber(String(prefix), length);
        // A longer prefix of another brand may have other lengths.
        if (detectBrand(number) !== name) continue;
        for (const written of ALL ? writingsOf(number) : [oneOf(writingsOf(number))]) {
          const text = oneOf(SURROUNDINGS)(written);
          assert.ok(exposesCardNumber(text) || isCnpjLike(number), JSON.stringify(text));
        }
      }
    }
  });
}

/** One in some ten thousand numbers of 14 digits that begin like Diners is a CNPJ too. */
function isCnpjLike(number: string): boolean {
  return number.length === 14 && !exposesCardNumber(number);
}

function prefixesOf(patterns: (typeof brandRows)[number]['patterns']): readonly number[] {
  return patterns.flatMap((pattern) => {
    if (typeof pattern === 'number') return [pattern];
    const [first, last] = pattern;
    const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return ALL ? all : [first, oneOf(all), last];
  });
}

test('the expiry and the code that follow a card do not hide it, and neither does what goes before', () => {
  for (const number of ['4235 6477 2802 5682', '4235647728025682', '4-2-3-5-6-4-7-7-2-8-0-2-5-6-8-2']) {
    for (const text of [
      `${number} 12/35 123`,
      `${number} 12 35 123`,
      `${number} 123`,
      `${number} 12/2035`,
      `Pedido 123 ${number}`,
      `2x ${number}`,
      `123.456.789-09 ${number}`,
      `47223179-9330-4259-b66c-f2db26efb20c ${number}`,
      `${number}, 5448 2800 0000 0007`,
    ]) {
      assert.ok(exposesCardNumber(text), text);
    }
  }
  assert.ok(exposesCardNumber('5448 2800-0000.0007 12/35'), 'the groups of a card, whatever parts them');
  assert.ok(exposesCardNumber('3714 496353 98431 12/30 1234'));
});

test('an expiry of four digits in the run of a card does not hide it', () => {
  const number = '4111 1111 1111 1111';
  for (const text of [
    `${number} 1225`,
    `${number} 2512`,
    `${number} 2035`,
    `2035 ${number}`,
    `1225 ${number}`,
    `${number} 1225 123`,
    `cartão ${number} 1225 da Ana`,
    `${number} 1225`.replaceAll(' ', '-'),
    `${number} 12 25`,
    `${number} 123`,
    `${number} 12 25 123`,
  ]) {
    assert.ok(exposesCardNumber(text), text);
  }
});

test('letters of a to f on one side of a card do not hide it', () => {
  for (const text of [
    '4111111111111111e validade 12/30',
    'e4111111111111111',
    'Cartão: 4111111111111111e',
    '4111111111111111de Ana',
    '4111 1111 1111 1111e validade 12/30',
    'c4111-1111-1111-1111',
  ]) {
    assert.ok(exposesCardNumber(text), text);
  }
});

test('a card in two groups of 6 and 10 digits or 4 and 12 is found, alone and among words', () => {
  for (const number of ['411111 1111111111', '4111 111111111111', '544828-0000000007', '5448.280000000007']) {
    for (const text of [number, `cartão ${number} da Ana`, `Pedido 12: ${number}, 12/30`]) {
      assert.ok(exposesCardNumber(text), text);
    }
  }
});

const word = fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,12}$/);
const shortNumber = fc.integer({ min: 0, max: 999 }).map(String);
const words = fc.array(fc.oneof(word, word, shortNumber), { maxLength: 8 });

test('a card number among words and short numbers is found, and such words without one hold none', () => {
  const row = fc.constantFrom(...brandRows.filter(({ name }) => name !== 'DINERS'));
  fc.assert(
    fc.property(words, row, words, (before, { name, patterns, lengths }, after) => {
      const prefix = oneOf(prefixesOf([oneOf(patterns)]));
      const number = cardNumber(String(prefix), oneOf(lengths));
      fc.pre(detectBrand(number) === name);
      const text = [...before, 'cartão:', oneOf(writingsOf(number)), '; val', ...after].join(' ');
      assert.ok(exposesCardNumber(text), JSON.stringify(text));
      // Each number with a word after it: alone, short numbers could make up the groups of a card.
      const without = [...before, ...after].map((part) => `${part} item`).join(' ');
      assert.ok(!exposesCardNumber(without), without);
    }),
  );
});

test('the card of the sale is found in a longer run, in a hexadecimal word and in a UUID', () => {
  const own = '4111111111111111';
  for (const text of [
    '4111 1111 1111 1111 1111 1111',
    'a4111111111111111f',
    '41111111-1111-1111-a000-000000000000',
    '5511 9-4111-1111 1111 1111',
    '4,111111111111111,1',
  ]) {
    assert.ok(exposesCardNumber(text, own), text);
  }
});
