import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt, randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { decodeCipher, splitCardHash } from '../../../src/gateway/card-data/card-hash.ts';
import { readCardHashContents } from '../../../src/gateway/card-data/card-hash-contents.ts';
import { type Card, cardHashOf } from '../src/card-hash.ts';
import { encrypt } from '../src/encrypt.ts';
import { readPublicKey } from '../src/public-key.ts';
import { randomDigits, randomNumber } from './random-card.ts';

const CARDS = 1_000;
const NAMES = [undefined, 'MARIA A SILVA', 'João Conceição', '  Ana  ', '名前'] as const;

function pairOf(modulusLength: number) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
}

function randomCard(): Card {
  const name = NAMES[randomInt(NAMES.length)];
  return {
    number: randomNumber('4', 16),
    cvv: randomDigits(3),
    expirationMonth: randomInt(1, 13),
    expirationYear: randomInt(2) ? randomInt(2030, 2040) : String(randomInt(30, 40)),
    ...(name !== undefined && { holderName: name }),
  };
}

describe('a cardHash made in the browser', () => {
  test(`of ${CARDS} random cards is opened by OpenSSL and read by the service`, () => {
    const { pem, privateKey } = pairOf(2048);
    for (let made = 0; made < CARDS; made += 1) {
      const card = randomCard();
      const sessionKey = randomBytes(16).toString('hex');
      const [parts] = splitCardHash(cardHashOf(card, { publicKey: pem, sessionKey }));
      assert.equal(parts?.sessionKey, sessionKey);
      const cipher = decodeCipher(parts.base64);
      assert.ok(cipher);
      const contents = readCardHashContents(
        privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, cipher),
      );
      assert.equal(contents?.number.reveal(), card.number);
      assert.equal(contents?.cvv?.reveal(), card.cvv);
      assert.equal(contents?.expirationMonth, String(card.expirationMonth).padStart(2, '0'));
      assert.equal(contents?.expirationYear, String(card.expirationYear));
      assert.equal(contents?.holderName, card.holderName?.trim());
    }
  });

  for (const bits of [2048, 3072, 4096]) {
    test(`is as long as a key of ${bits} bits, and two of one card differ`, () => {
      const { pem, privateKey } = pairOf(bits);
      const key = readPublicKey(pem);
      const message = randomBytes(bits / 8 - 11);
      const [one, other] = [encrypt(key, message), encrypt(key, message)];
      assert.notDeepEqual(one, other);
      for (const cipher of [one, other]) {
        assert.equal(cipher.length, bits / 8);
        const opened = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, cipher);
        assert.deepEqual(opened, message);
      }
      assert.throws(() => encrypt(key, randomBytes(bits / 8 - 10)), { code: 'card_too_long' });
    });
  }

  test('has no zero in its padding, even if random bytes are zero', () => {
    const { pem, privateKey } = pairOf(2048);
    let calls = 0;
    const mostlyZeros = (bytes: Uint8Array): Uint8Array => {
      calls += 1;
      return bytes.fill(calls % 3 === 0 ? calls % 255 || 1 : 0);
    };
    const message = Buffer.from('{"number":"4"}');
    const cipher = encrypt(readPublicKey(pem), message, mostlyZeros);
    assert.deepEqual(
      privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, cipher),
      message,
    );
  });
});
