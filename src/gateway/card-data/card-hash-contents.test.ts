import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../../test/support/property.ts';
import { type CardHashContents, readCardHashContents } from './card-hash-contents.ts';

const visa = { number: '4235647728025682', cvv: '123', expirationMonth: '01', expirationYear: '2035' };
const amex = { number: '371341553758128', cvv: '1234', expirationMonth: '12', expirationYear: '2030' };
const hipercard13 = { number: '3841000000004', cvv: '321', expirationMonth: '07', expirationYear: '2029' };
const unknown19 = {
  number: '6304000000000000018',
  cvv: '999',
  expirationMonth: '10',
  expirationYear: '2040',
};
const { cvv: _, ...visaWithoutCvv } = visa;
const cards = [visa, amex, hipercard13, unknown19];

const card = fc.constantFrom(...cards);
const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, '0'));
const year = fc.integer({ min: 2000, max: 2099 }).map(String);
const anyCard = fc
  .record({
    base: card,
    expirationMonth: month,
    expirationYear: year,
    cvvDigits: fc.integer({ min: 0, max: 9999 }),
  })
  .map(({ base, cvvDigits, ...expiry }) => ({
    ...base,
    ...expiry,
    cvv: String(cvvDigits).padStart(4, '0').slice(0, base.cvv.length),
  }));

type Plain = typeof visa & { holderName?: string; brand?: string };

function read(plaintext: string | Uint8Array): Partial<Plain> | undefined {
  const contents = readCardHashContents(Buffer.from(plaintext as string));
  return contents && plain(contents);
}

function plain(contents: CardHashContents): Partial<Plain> {
  const all = { ...contents, number: contents.number.reveal(), cvv: contents.cvv?.reveal() };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const inOrder = (values: Plain) => [values.number, values.cvv, values.expirationMonth, values.expirationYear];

test('the canonical JSON object is read, with and without holder and brand', () => {
  fc.assert(
    fc.property(
      anyCard,
      fc.record(
        { holderName: fc.string({ minLength: 1 }), brand: fc.string({ minLength: 1 }) },
        { requiredKeys: [] },
      ),
      (values, optional) => {
        assert.deepEqual(read(JSON.stringify({ ...values, ...optional })), { ...values, ...optional });
      },
    ),
  );
});

test('JSON may be indented, hold numbers instead of texts, and fields that nobody knows', () => {
  assert.deepEqual(read(`\n${JSON.stringify(visa, null, 2)}\n`), visa);
  const numbers = { number: 4235647728025682, cvv: 123, expirationMonth: 1, expirationYear: 2035 };
  assert.deepEqual(read(JSON.stringify(numbers)), { ...visa, expirationMonth: '1' });
  assert.deepEqual(read(JSON.stringify({ ...visa, installments: { count: 2 } })), visa);
  assert.deepEqual(read(JSON.stringify({ ...visa, cvv: '', brand: null })), visaWithoutCvv);
});

test('a JSON array holds the four values in the listed order', () => {
  fc.assert(
    fc.property(anyCard, (values) => {
      assert.deepEqual(read(JSON.stringify(inOrder(values))), values);
    }),
  );
  assert.deepEqual(read('[4235647728025682,"123","01",2035]'), visa);
});

test('the four values may be separated by any single character other than a digit', () => {
  fc.assert(
    fc.property(
      anyCard,
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
      (values, separator) => {
        fc.pre(!/^\d$/.test(separator));
        assert.deepEqual(read(inOrder(values).join(separator)), values);
      },
    ),
  );
  assert.deepEqual(read('4235647728025682;123/01 2035'), visa);
  assert.deepEqual(read('4235647728025682||01|2035'), visaWithoutCvv);
  assert.equal(read('4235647728025682||123||01||2035'), undefined);
});

test('the four values are read with nothing between', () => {
  fc.assert(
    fc.property(anyCard, (values) => {
      assert.deepEqual(read(inOrder(values).join('')), values);
    }),
  );
});

test('without separators a year of two digits is understood where no year of four fits', () => {
  assert.deepEqual(read('42356477280256821230135'), { ...visa, expirationYear: '35' });
  assert.deepEqual(read('37134155375812812341230'), { ...amex, expirationYear: '30' });
});

test('of two splits that fit, the security code of three digits wins', () => {
  // No table knows either number, and both pass Luhn: 630400000000000000 + 0123 or 6304000000000000000 + 123.
  assert.deepEqual(read('6304000000000000000123012035'), {
    number: '6304000000000000000',
    cvv: '123',
    expirationMonth: '01',
    expirationYear: '2035',
  });
});

test('contents that break a card rule are given as they are', () => {
  const wrong = { ...visa, number: '4235647728025683', expirationMonth: '13' };
  assert.deepEqual(read(JSON.stringify(wrong)), wrong);
  assert.deepEqual(read(inOrder(wrong).join('|')), wrong);
  assert.deepEqual(read(inOrder(wrong).join('')), wrong);
  assert.deepEqual(read('{"number":"4111"}'), { number: '4111' });
});

test('what has none of the layouts is unreadable', () => {
  const texts = [
    ...['', ' ', 'null', 'true', '7', '"text"', '{}', '[]', '{"number":', '[1,2,3]', '["4235647728025682"]'],
    ...['{"cvv":"123"}', '{"number":""}', '{"number":{}}', '{"number":"4235647728025682","cvv":[1]}'],
    ...[
      '{"number":12345678901234567890}',
      '{"number":4.5}',
      '{"number":-4}',
      '4235647728025682',
      '12|12|12|12',
    ],
    '1'.repeat(40),
  ];
  for (const text of texts) assert.equal(read(text), undefined, text);
});

test('no bytes make the reader throw, and bytes that are no card give none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 245 }), (bytes) => {
      const contents = readCardHashContents(bytes);
      if (contents === undefined) return;
      // By chance alone a card comes out only where the bytes really spell one.
      assert.match(Buffer.from(bytes).toString().trim(), /^[[{].*[\]}]$|^\d{8,}(\D?\d+)*$/su);
    }),
    { numRuns: 5_000 },
  );
});

test('printing what was read shows neither number nor security code', () => {
  const contents = readCardHashContents(Buffer.from(JSON.stringify(visa)));
  assert.doesNotMatch(JSON.stringify(contents), /4235647728025682|123/);
});
