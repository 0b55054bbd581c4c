import assert from 'node:assert/strict';
import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { exposesCardNumber } from './exposed-number.ts';
import {
  bankSlipLine,
  digits,
  document,
  hex,
  inGroups,
  invoiceKey,
  oneOf,
  phone,
  utilitySlipLine,
} from './test-numbers.ts';

/** A hundredth in the suite; all with `TEST_NUMBERS=all`. */
const SHARE = process.env.TEST_NUMBERS === 'all' ? 1 : 0.01;
const OWN = '4235647728025682';

const KINDS: readonly (readonly [string, number, () => string | readonly string[]])[] = [
  ['random UUIDs', 1_000_000, () => randomUUID()],
  ['UUIDs of the time', 100_000, () => randomUUIDv7().toUpperCase()],
  ['UUIDs at the end of addresses', 100_000, () => `https://loja.example/pedidos/${randomUUID()}?loja=12`],
  ['UUIDs without hyphens', 100_000, () => randomUUID().replaceAll('-', '')],
  [
    'keys of invoices as printed and in one piece',
    100_000,
    () => {
      const key = invoiceKey();
      return [' ', '.', '-', '\u00a0'].map((separator) => inGroups(key, [4], [separator])).concat(key);
    },
  ],
  ['keys of invoices on two lines', 100_000, () => invoiceKeyOnLines()],
  ['lines of bank slips', 100_000, () => bankSlipLine()],
  ['lines of slips of utilities', 100_000, () => utilitySlipLine()],
  ['phones with documents', 1_000_000, () => phoneAndDocument()],
  ['order numbers of 3-7-7 digits', 1_000_000, () => `${digits(3)}-${digits(7)}-${digits(7)}`],
  ['order numbers of 32 hexadecimal digits', 1_000_000, () => hex(32)],
  ['order numbers of 40 hexadecimal digits', 1_000_000, () => hex(40)],
  [
    'hexadecimal numbers in groups',
    100_000,
    () => inGroups(hexWithLetter(32), [oneOf([2, 4, 8])], [oneOf([':', '-'])]),
  ],
];

for (const [kind, count, make] of KINDS) {
  test(`none of ${kind} is taken for a card number`, () => {
    for (let made = 0; made < count * SHARE; made += 1) {
      for (const text of [make()].flat()) {
        assert.ok(!exposesCardNumber(text, OWN), text);
        const words = `Pedido ${randomInt(10_000)}: ${text} da Ana`;
        assert.ok(!exposesCardNumber(words, OWN), words);
      }
    }
  });
}

function invoiceKeyOnLines(): string {
  const key = invoiceKey();
  return `NF-e ${inGroups(key.slice(0, 24), [4], [' '])}\n${inGroups(key.slice(24), [4], [' '])}`;
}

function phoneAndDocument(): string {
  const between = oneOf([' ', ' - ', ', ', ' / ', '; ', '\n']);
  return oneOf([`${phone()}${between}${document()}`, `${document()}${between}${phone()}`]);
}

/** A number whose first half has no letter may still be that of a card: one of digits alone is. */
function hexWithLetter(count: number): string {
  return `${hex(count - 1)}${oneOf(['a', 'b', 'c', 'd', 'e', 'f'])}`;
}

test('what shops and payment clients write beside numbers is none', () => {
  for (const text of [
    'NF-e 3526 1132 6845 4556 3474 5500 1359 8177 4918 3651 7550',
    '5511942125522 627.117.662-95',
    '47223179-9330-4259-b66c-f2db26efb20c',
    '38627893-7283-41a1-baaf-5086b1316d61',
    '01234567-8901-4111-8111-111111111111',
    'a4111111111111111f',
    '12e4111111111111111',
    '4111111111111111e5',
    '4111111111111111ffffffff',
    'abcd4111111111111111',
    '47223179-9330-1abc-4111-111111111111',
    '47223179-9330-abcd-4111-111111111111',
    '4111-111111111111-abcd',
    'Pedido 4001: 551133334444',
    'Pedido 4001 551133334444',
    'Pedido 4006 011912345678',
    '411111 1111111111 11',
    '411111,1111111111',
    '411111\n1111111111',
    '11 4111 111111111111',
    'NF-e 3526 1132 6845 4556 3474 5500\n4111 1111 1111 1111 1225',
    '4111 1111 1111 1111 1325',
    '4111 1111 1111 1111 1225 1225',
    '4111 1111 1111 1111 1225 12ab',
    '2001:0db8:4111:1111:1111:1111:8a2e:0001',
    '30-08-e2-ae-c9-24-bc-43-31-84-84-15-46-94-89-bf',
    'DE89 3704 0044 0532 0130 00',
    '41987654321 01310100',
    '38987654321 627.117.662-95',
    `${'4 '.repeat(40)}`,
    `${'4111 '.repeat(9)}`,
  ]) {
    assert.ok(!exposesCardNumber(text, OWN), text);
  }
});
