import { anyCharacter, fc } from '../support/property.ts';

/** Names with a meaning in JavaScript that are ordinary names in JSON. */
const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'toJSON',
  'hasOwnProperty',
  'then',
  'length',
] as const;

/** Literals that `JSON.stringify` cannot write: too deep, out of range, or invalid JSON. */
const RAW_LITERALS = [
  '['.repeat(50_000) + ']'.repeat(50_000),
  '1e999',
  '-1e999',
  '-0',
  '1e-999',
  '123456789012345678901234567890',
  '0.1e1',
  '01',
  '+1',
  '0x10',
  'NaN',
  'Infinity',
  'undefined',
  "'a'",
  '"\\x41"',
  '"\\u12"',
  '"\u0000"',
  '',
] as const;

const RAW = /"@raw:(\d+)@"/g;

/** A value that `writeJson` replaces with one of RAW_LITERALS. */
const rawLiteral = fc.nat(RAW_LITERALS.length - 1).map((index) => `@raw:${index}@`);

export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.replace(RAW, (_, index: string) => RAW_LITERALS[Number(index)] ?? '');
}

const NUL = '\u0000';
const HALF_PAIRS = ['\ud800', '\udfff', 'a\udc00b'] as const;
const UNICODE = [
  '\u202e',
  '\ufeff',
  '\u2028',
  'e\u0301',
  '😀',
  '\u{10ffff}',
  'İ',
  'ß',
  '１２３',
  '\u00a0',
] as const;

export const oddText = fc.oneof(
  fc.constantFrom(NUL, `a${NUL}b`, ...HALF_PAIRS, ...UNICODE, ...PROTOTYPE_NAMES),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    "' or 1=1 --",
    '{{7*7}}',
    '%00',
    '../../etc/passwd',
    '<script>',
    '$1',
    '\\',
    '"',
    '\r\nX: y',
  ),
  fc.integer({ min: 10, max: 20_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 400 }).map((length) => '9'.repeat(length)),
  fc.constantFrom(
    'true',
    'FALSE',
    '1',
    '0',
    ' 5 ',
    '1.5',
    '-1',
    '1e3',
    '٣',
    '0'.repeat(40),
    '+7',
    '99999999999999999999',
  ),
);

const oddNumber = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    0.5,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    1e15,
    1e21,
    1e308,
    5e-324,
    999_999_999_999,
    1_000_000_000_000,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

export const oddName = fc.oneof(
  fc.constantFrom(...PROTOTYPE_NAMES),
  fc.string({ unit: anyCharacter, maxLength: 10 }),
);

function nested(levels: number, inner: unknown, asArray: boolean): unknown {
  let value = inner;
  for (let level = 0; level < levels; level += 1) value = asArray ? [value] : { a: value };
  return value;
}

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: oddNumber },
  { weight: 2, arbitrary: rawLiteral },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, '', [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 5 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(oddName, oddText), { maxLength: 4 })
      .map((entries): unknown => Object.fromEntries(entries)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 300 }), oddText, fc.boolean())
      .map(([levels, inner, asArray]) => nested(levels, inner, asArray)),
  },
);
