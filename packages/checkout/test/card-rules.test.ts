import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brandRows, detectBrand, fitsBrand } from '../../../src/gateway/card-data/numbers/brand.ts';
import { fc } from '../../../test/support/property.ts';
import { brandTableAsWritten, brandTableSource } from '../generate-brands.ts';
import { brandOf } from '../src/brand.ts';
import { validate } from '../src/validate.ts';
import { randomNumber } from './random-card.ts';

const NOW = new Date(2026, 10, 22);
const CARD = { number: '4111 1111 1111 1111', cvv: '123', expirationMonth: '12', expirationYear: '30' };

function codes(card: Parameters<typeof validate>[0]): readonly string[] {
  return validate({ ...CARD, ...card }, NOW).map(({ field, code }) => `${field} ${code}`);
}

describe('the brands of the browser', () => {
  test('are generated from the table of the service', () => {
    assert.equal(brandTableAsWritten(), brandTableSource());
  });

  test('are those of the service for every number', () => {
    const starts = brandRows.flatMap(({ patterns }) => patterns.flat()).map(String);
    const number = fc.oneof(
      fc.stringMatching(/^\d{1,19}$/),
      fc.tuple(fc.constantFrom(...starts), fc.stringMatching(/^\d{8,12}$/)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(number, (digits) => {
        const brand = brandOf(digits);
        assert.equal(brand?.name, detectBrand(digits));
        if (!brand) return;
        assert.equal(brand.lengths.includes(digits.length), fitsBrand(digits, brand.cvvLength));
      }),
      { numRuns: 20_000 },
    );
  });

  test('are recognized from the first digits on', () => {
    assert.equal(brandOf('4')?.name, 'VISA');
    assert.equal(brandOf('37')?.cvvLength, 4);
    assert.equal(brandOf('')?.name, undefined);
  });
});

describe('a card that is typed', () => {
  test('is accepted with spaces, dots and hyphens, one-digit months and both forms of the year', () => {
    assert.deepEqual(codes({}), []);
    assert.deepEqual(codes({ number: '4111-1111.1111 1111', expirationMonth: 1, expirationYear: 2031 }), []);
  });

  test('is refused with the field and a reason for each fault, in the order of the fields', () => {
    assert.deepEqual(codes({ number: '' }), ['number card_number_missing']);
    assert.deepEqual(codes({ number: '4111 1111 1111 1112' }), ['number card_number_invalid']);
    assert.deepEqual(codes({ number: '4111 1111 1111 111' }), ['number card_number_invalid']);
    assert.deepEqual(codes({ number: '4111 1111 1111 111x' }), ['number card_number_invalid']);
    assert.deepEqual(codes({ number: randomNumber('37', 15) }), ['cvv card_cvv_invalid']);
    assert.deepEqual(codes({ expirationMonth: '13', cvv: '12' }), [
      'expirationMonth card_expiration_invalid',
      'cvv card_cvv_invalid',
    ]);
    assert.deepEqual(codes({ expirationYear: '3' }), ['expirationYear card_expiration_invalid']);
    assert.deepEqual(codes({ holderName: 'A'.repeat(61) }), ['holderName card_holder_invalid']);
    assert.equal(validate({}, NOW).length, 3);
  });

  test('is valid through the last day of its month', () => {
    assert.deepEqual(codes({ expirationMonth: 11, expirationYear: 26 }), []);
    assert.deepEqual(codes({ expirationMonth: 10, expirationYear: 26 }), ['expirationMonth card_expired']);
    assert.deepEqual(codes({ expirationMonth: 12, expirationYear: 46 }), [
      'expirationYear card_expiration_invalid',
    ]);
  });
});
