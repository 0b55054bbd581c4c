import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { fc } from '../../../test/support/property.ts';
import { GuicheError } from '../src/guiche-error.ts';
import { readPublicKey } from '../src/public-key.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const der = publicKey.export({ type: 'spki', format: 'der' });

function pemOf(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

/** Checks that it reads the same as OpenSSL, or refuses with its own error. */
function agrees(bytes: Uint8Array): void {
  let read: ReturnType<typeof readPublicKey>;
  try {
    read = readPublicKey(pemOf(bytes));
  } catch (error) {
    assert.ok(error instanceof GuicheError && error.code === 'public_key_invalid', String(error));
    return;
  }
  const { n, e } = createPublicKey({ key: Buffer.from(bytes), type: 'spki', format: 'der' }).export({
    format: 'jwk',
  });
  const numberOf = (value = '') => BigInt(`0x${Buffer.from(value, 'base64url').toString('hex')}`);
  assert.equal(read.modulus, numberOf(n));
  assert.equal(read.exponent, numberOf(e));
}

describe('a public key', () => {
  for (const bits of [2048, 3072, 4096]) {
    test(`of ${bits} bits is read as OpenSSL reads it`, () => {
      const pair = generateKeyPairSync('rsa', { modulusLength: bits });
      const bytes = pair.publicKey.export({ type: 'spki', format: 'der' });
      agrees(bytes);
      assert.equal(readPublicKey(pemOf(bytes)).size, bits / 8);
    });
  }

  test('is read with any line breaks, and with white space around it', () => {
    const oneLine = `  -----BEGIN PUBLIC KEY-----${der.toString('base64')}-----END PUBLIC KEY-----\r\n`;
    assert.deepEqual(readPublicKey(oneLine), readPublicKey(pemOf(der)));
    assert.deepEqual(readPublicKey(pemOf(der).replaceAll('\n', '\r\n')), readPublicKey(pemOf(der)));
  });

  test('changed in any byte is refused, or read as OpenSSL reads it', () => {
    const changed = fc.record({ at: fc.nat(der.length - 1), to: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = Uint8Array.from(der);
        for (const { at, to } of changes) bytes[at] = to;
        agrees(bytes);
      }),
      { numRuns: 3_000 },
    );
  });

  test('cut, lengthened or random is refused, or read as OpenSSL reads it', () => {
    const bytes = fc.oneof(
      fc.nat(der.length).map((end) => Uint8Array.from(der.subarray(0, end))),
      fc.uint8Array({ minLength: 1, maxLength: 8 }).map((more) => Uint8Array.from([...der, ...more])),
      fc.uint8Array({ maxLength: 400 }),
    );
    fc.assert(fc.property(bytes, agrees), { numRuns: 3_000 });
  });

  test('too short, of another kind, or not in PEM is refused', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    for (const key of [short, curve]) {
      const pem = key.export({ type: 'spki', format: 'pem' }).toString();
      assert.throws(() => readPublicKey(pem), { code: 'public_key_invalid' });
    }
    for (const text of ['', 'chave', pemOf(der).replace('PUBLIC', 'PRIVATE'), pemOf(der).slice(10)]) {
      assert.throws(() => readPublicKey(text), { code: 'public_key_invalid' });
    }
  });
});
