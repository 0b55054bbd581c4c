import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../../test/support/property.ts';
import { CIPHER_BYTES, decodeCipher, splitCardHash } from './card-hash.ts';

const cipher = fc
  .uint8Array({ minLength: CIPHER_BYTES, maxLength: CIPHER_BYTES })
  .map((bytes) => Buffer.from(bytes));
const sessionKey = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

const encodings: Readonly<Record<string, (bytes: Buffer) => string>> = {
  base64: (bytes) => bytes.toString('base64'),
  'base64 without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  base64url: (bytes) => bytes.toString('base64url'),
  'base64url with padding': (bytes) => `${bytes.toString('base64url')}==`,
  'base64 with one padding character': (bytes) => bytes.toString('base64').slice(0, -1),
  'base64 in lines of 76': (bytes) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
  'base64 with white space around': (bytes) => `  ${bytes.toString('base64')}\n`,
};
const separators = ['', '.', ':', '|', '-', ';', '\n', '\r\n'];

/** What a gateway gets that knows the session: the reading with its key, decoded. */
function openWith(text: string, key: string): Buffer | undefined {
  const reading = splitCardHash(text).find((parts) => parts.sessionKey === key);
  return reading && decodeCipher(reading.base64);
}

for (const [name, encode] of Object.entries(encodings)) {
  test(`${name} is read with the session key last or first, with every separator`, () => {
    fc.assert(
      fc.property(cipher, sessionKey, fc.constantFrom(...separators), (bytes, key, separator) => {
        assert.deepEqual(openWith(`${encode(bytes)}${separator}${key}`, key), bytes);
        assert.deepEqual(openWith(`${key}${separator}${encode(bytes)}`, key), bytes);
      }),
      { numRuns: 60 },
    );
  });
}

test('a ciphertext whose base64url begins with hyphens is not cut', () => {
  const key = 'a'.repeat(32);
  const bytes = Buffer.alloc(CIPHER_BYTES, 0xfb);
  assert.match(bytes.toString('base64url'), /^-/);
  for (const separator of separators) {
    assert.deepEqual(openWith(`${key}${separator}${bytes.toString('base64url')}`, key), bytes);
  }
});

test('when both ends look like a session key, both readings are given, the canonical one first', () => {
  const [first, last] = ['0'.repeat(32), 'f'.repeat(32)];
  const readings = splitCardHash(`${first}${last}`);
  assert.deepEqual(
    readings.map((parts) => parts.sessionKey),
    [last, first],
  );
});

test('a text without a session key at either end has no reading', () => {
  const base64 = Buffer.alloc(CIPHER_BYTES, 7).toString('base64');
  for (const text of ['', 'abc', base64, `${base64}${'A'.repeat(32)}`, `${base64}..${'x'.repeat(32)}`]) {
    assert.deepEqual(splitCardHash(text), [], text);
  }
  assert.deepEqual(splitCardHash(`${'A'.repeat(5_000)}${'0'.repeat(32)}`), [], 'too long to be looked at');
});

test('two separators are not accepted', () => {
  const key = '0'.repeat(32);
  const base64 = Buffer.alloc(CIPHER_BYTES, 7).toString('base64');
  assert.equal(openWith(`${base64}..${key}`, key), undefined);
  assert.equal(openWith(`${key}-:${base64}`, key), undefined);
});

test('what is not the base64 of 256 bytes is not decoded', () => {
  for (const length of [0, 1, 128, 255, 257, 512]) {
    assert.equal(decodeCipher(Buffer.alloc(length, 9).toString('base64')), undefined, `${length} bytes`);
  }
  const base64 = Buffer.alloc(CIPHER_BYTES, 9).toString('base64');
  for (const text of [`${base64}=`, `*${base64.slice(1)}`, `=${base64}`, base64.replace('C', 'é')]) {
    assert.equal(decodeCipher(text), undefined, text);
  }
});

test('no text makes the reader throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
      for (const { base64 } of splitCardHash(text)) decodeCipher(base64);
    }),
  );
});
