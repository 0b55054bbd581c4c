import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/support/property.ts';
import {
  binOf,
  isCardNumber,
  lastFourOf,
  maskCardNumber,
  normalizeCardNumber,
  passesLuhn,
} from './card-number.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

const withCheckDigit = (body: string): string => {
  for (let check = 0; check < 10; check += 1) if (passesLuhn(body + check)) return body + check;
  throw new Error('every body has a check digit');
};

test('spaces and hyphens are dropped, anything else stays', () => {
  assert.equal(normalizeCardNumber(' 4111 1111-1111 1111 '), '4111111111111111');
  assert.equal(normalizeCardNumber('4111.1111'), '4111.1111');
});

test('a card number has 13 to 19 digits and passes Luhn', () => {
  assert.equal(isCardNumber('4235647728025682'), true);
  assert.equal(isCardNumber('4235647728025683'), false);
  assert.equal(isCardNumber(withCheckDigit('41111111111')), false, '12 digits');
  assert.equal(isCardNumber(withCheckDigit('411111111111')), true, '13 digits');
  assert.equal(isCardNumber(withCheckDigit('411111111111111111')), true, '19 digits');
  assert.equal(isCardNumber(withCheckDigit('4111111111111111111')), false, '20 digits');
  for (const text of ['', '4111111111111a11', '４１１１１１１１１１１１１１１１', '41111111111111.1']) {
    assert.equal(isCardNumber(text), false, text);
  }
});

test('Luhn finds every single wrong digit', () => {
  fc.assert(
    fc.property(digits(15), fc.nat(15), fc.integer({ min: 1, max: 9 }), (body, position, change) => {
      const number = withCheckDigit(body);
      const wrong = (Number(number[position]) + change) % 10;
      assert.equal(isCardNumber(number), true);
      assert.equal(passesLuhn(`${number.slice(0, position)}${wrong}${number.slice(position + 1)}`), false);
    }),
  );
});

test('the mask keeps the length, the first 6 and the last 4 digits', () => {
  assert.equal(maskCardNumber('4235647728025682'), '423564******5682');
  assert.equal(maskCardNumber('36490101441625'), '364901****1625');
  assert.equal(maskCardNumber('4000000000000000006'), '400000*********0006');
  assert.equal(binOf('4235647728025682'), '423564');
  assert.equal(lastFourOf('4235647728025682'), '5682');
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 19 }).chain(digits), (number) => {
      const mask = maskCardNumber(number);
      assert.equal(mask.length, number.length);
      assert.match(mask, /^\d{6}\*{3,9}\d{4}$/);
    }),
  );
});
