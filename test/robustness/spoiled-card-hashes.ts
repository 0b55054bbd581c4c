import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { CARD, encrypt, type PublicKeyRecord } from '../support/gateway-client.ts';
import { fc } from '../support/property.ts';
import { mutated } from './mutations.ts';
import { oddText, writeJson } from './odd-values.ts';

/** Creates a cardHash with a public key. */
export type CardHashMaker = (key: PublicKeyRecord) => string;

/** Fits into the ciphertext but exceeds the length limit of a name. */
const holderText = fc.oneof(
  oddText,
  fc.integer({ min: 90, max: 150 }).map((length) => 'x'.repeat(length)),
);

const plaintext = fc.oneof(
  fc
    .tuple(fc.constantFrom('holderName', 'brand'), holderText)
    .map(([field, text]) => JSON.stringify({ ...CARD, [field]: text })),
  mutated({ ...CARD, holderName: 'ANA', brand: 'VISA' }).map(writeJson),
  fc.constantFrom(
    JSON.stringify(CARD),
    '4235647728025682;123;12;2035',
    '4235647728025682123122035',
    '["4235647728025682","123","12","2035"]',
    '',
    '{',
    'null',
  ),
  oddText,
  fc.uint8Array({ maxLength: 245 }),
);
const PLAINTEXT_LIMIT = 245;
const CIPHER_BYTES = 256;

const cipher: fc.Arbitrary<(key: PublicKeyRecord) => Buffer> = fc.oneof(
  {
    weight: 3,
    arbitrary: plaintext.map(
      (text) => (key: PublicKeyRecord) =>
        encrypt(key.publicKey, Buffer.from(text).subarray(0, PLAINTEXT_LIMIT)),
    ),
  },
  fc.tuple(fc.nat(CIPHER_BYTES - 1), fc.nat(7)).map(([byte, bit]) => (key: PublicKeyRecord) => {
    const flipped = encrypt(key.publicKey, JSON.stringify(CARD));
    flipped[byte] = (flipped[byte] ?? 0) ^ (1 << bit);
    return flipped;
  }),
  fc.constantFrom(
    () => Buffer.alloc(CIPHER_BYTES, 0xff),
    () => Buffer.alloc(CIPHER_BYTES),
    () => Buffer.concat([Buffer.alloc(CIPHER_BYTES - 1), Buffer.from([1])]),
    () => randomBytes(CIPHER_BYTES),
    (key: PublicKeyRecord) =>
      publicEncrypt(
        { key: key.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING },
        Buffer.from(JSON.stringify(CARD)),
      ),
  ),
  fc.integer({ min: 0, max: 700 }).map((length) => () => randomBytes(length)),
);

type Assemble = (base64: string, sessionKey: string) => string;

const assemble: fc.Arbitrary<Assemble> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Assemble>((base64, session) => base64 + session) },
  fc.constantFrom<Assemble>(
    (base64, session) => session + base64,
    (base64, session) => `${base64}.${session}`,
    (base64, session) => `${session}-${base64}`,
    (base64, session) => base64 + session.toUpperCase(),
    (base64, session) => base64 + session.slice(1),
    (base64) => base64 + '0'.repeat(32),
    (base64) => base64,
    (_, session) => session,
    (base64, session) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') + session,
    (base64, session) => base64.replace(/.{76}/g, '$&\r\n') + session,
    (base64, session) => base64 + session + session,
  ),
  fc.tuple(fc.nat(380), oddText).map(
    ([at, text]): Assemble =>
      (base64, session) => {
        const whole = base64 + session;
        return whole.slice(0, at) + text + whole.slice(at);
      },
  ),
);

/** Valid cardHashes, damaged ones, and valid ones with invalid contents. */
export const cardHashes: fc.Arbitrary<CardHashMaker> = fc.tuple(cipher, assemble).map(
  ([make, join]) =>
    (key) =>
      join(make(key).toString('base64'), key.sessionKey),
);
