import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposesCardNumber } from './exposed-number.ts';

const OWN = '4444444444444448';
/** Characters that are looked at for each one of the text: a constant, whatever the text. */
const MOST_STEPS_A_CHARACTER = 24;

const WORST: readonly (readonly [string, string])[] = [
  ['single digits', '4 '],
  ['groups of four', '4111 '],
  ['groups of four with two separators', '4111-1111 '],
  ['numbers without their check digit', '4111 1111 1111 1112,'],
  ['runs that end with a smaller group', '4111 1111 1111 1112 411,'],
  ['groups of American Express without its check digit', '3714 496353 98432,'],
  ['a number without its check digit, and its expiry', '4111 1111 1111 1112 1225,'],
  ['an expiry on both sides', '1225 4111 1111 1111 1225,'],
  ['two groups without the check digit', '411111 1111111112,'],
  ['two groups, one in another', '4111 111111111112 '],
  ['letters beside groups', 'e4111,'],
  ['groups of American Express one in another', '3714 496353 3714 496353 '],
  ['pieces without their check digit', '4111111111111112 '],
  ['pieces of 19 digits', '4111111111111111110 '],
  ['one piece', '4'],
  ['the beginning of the sale’s own number', '444444444444444 '],
  ['the sale’s own number, but for its end', '44444444444444'],
  ['hexadecimal words', 'a4 '],
  ['UUIDs', '47223179-9330-4259-b66c-f2db26efb20c '],
  ['digits of another script', '\u0664 '],
  ['numbers in brackets', '\u2474'],
  ['phrases in one character', '\ufdfa4'],
  ['words in one character', '\u33304'],
  ['letters of another script', 'ж4 '],
  ['mathematical digits', '\u{1d7ce}'],
  ['separators that are too long', '4....'],
  ['fractions and numbers in brackets', '\u00bd\u2474'],
];

for (const [what, unit] of WORST) {
  test(`the search costs a constant number of steps for each character: ${what}`, (t) => {
    const costs = [8_192, 65_536].map((length) => {
      const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      const tally = { steps: 0 };
      exposesCardNumber(text, OWN, tally);
      return tally.steps / length;
    });
    for (const cost of costs) assert.ok(cost <= MOST_STEPS_A_CHARACTER, `${cost} steps`);
    const [short = 0, long = 0] = costs;
    assert.ok(
      Math.abs(long - short) < 0.1,
      `${short} steps for each character, ${long} in a text eight times as long`,
    );
    t.diagnostic(`${long.toFixed(2)} steps for each character`);
  });
}
