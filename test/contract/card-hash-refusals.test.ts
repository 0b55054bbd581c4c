import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import {
  CARD,
  cardHashOf,
  encrypt,
  getAs,
  type PublicKeyRecord,
  postJson,
  publicKeyFor,
  sellByHash,
} from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';

const FIELD = 'payment.card.cardInfo.cardHash';
const UNDECRYPTABLE_ALLOWED = 20;
const JSON_CARD = JSON.stringify(CARD);

/** Invalid texts before the session key, with their fault. */
const UNREADABLE: readonly (readonly [string, (key: PublicKeyRecord) => string])[] = [
  ['not base64', () => '!'.repeat(344)],
  ['nothing', () => ''],
  ['too short', ({ publicKey }) => encrypt(publicKey, JSON_CARD).toString('base64').slice(0, 300)],
  ['too long', ({ publicKey }) => `${encrypt(publicKey, JSON_CARD).toString('base64')}AAAA`],
  [
    'random bytes below the modulus',
    () => Buffer.concat([Buffer.of(0), randomBytes(255)]).toString('base64'),
  ],
  ['bytes above the modulus', () => Buffer.alloc(256, 0xff).toString('base64')],
  ['zeros', () => Buffer.alloc(256).toString('base64')],
  ['one bit changed', ({ publicKey }) => changedBit(encrypt(publicKey, JSON_CARD)).toString('base64')],
  ['encrypted with another key', () => encrypt(otherKey, JSON_CARD).toString('base64')],
  ['OAEP padding', ({ publicKey }) => padded(publicKey, constants.RSA_PKCS1_OAEP_PADDING)],
  ['no padding', ({ publicKey }) => padded(publicKey, constants.RSA_NO_PADDING)],
  ...[
    '',
    ' ',
    'card',
    '{',
    'null',
    'true',
    '[]',
    '{}',
    '"4235647728025682"',
    '4235647728025682',
    '[1,2,3]',
    '{"numero":"4235647728025682"}',
    '[4235647728025682,123,12,2035,1]',
    '{"number":{}}',
    '{"number":"4235647728025682","cvv":["1"]}',
  ].map(
    (plaintext) =>
      [
        `readable, but no card: ${JSON.stringify(plaintext)}`,
        ({ publicKey }: PublicKeyRecord) => encrypt(publicKey, plaintext).toString('base64'),
      ] as const,
  ),
];

const { publicKey: otherKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

onSqliteByDay('cardHash refused', {}, (service) => {
  let other: ApiPair;
  before(async () => {
    other = (await addMerchant(service)).api;
  });

  const refusalBody = (json: unknown): Fields => {
    const { requestId, ...rest } = (json as { error: Fields }).error;
    assert.equal(typeof requestId, 'string');
    return rest;
  };

  test('card_hash_expired: an unknown session', async () => {
    const key = await publicKeyFor(service);
    for (const sessionKey of [randomBytes(16).toString('hex'), '0'.repeat(32)]) {
      const answer = await sellByHash(service, cardHashOf({ ...key, sessionKey }));
      assertRefused(answer, 400, 'card_hash_expired', FIELD);
    }
  });

  test("card_hash_expired: another merchant's session, which stays valid for its own merchant", async () => {
    const cardHash = cardHashOf(await publicKeyFor(service));
    assertRefused(await sellByHash(service, cardHash, {}, other), 400, 'card_hash_expired', FIELD);
    recordOf(await sellByHash(service, cardHash));
  });

  test('card_hash_expired: the same answer for an unknown session and a foreign one', async () => {
    const key = await publicKeyFor(service);
    const unknown = await sellByHash(service, cardHashOf({ ...key, sessionKey: 'a'.repeat(32) }));
    const foreign = await sellByHash(service, cardHashOf(key), {}, other);
    assert.deepEqual(refusalBody(foreign.json()), refusalBody(unknown.json()));
  });

  test('card_hash_invalid: always the same answer, whatever is unreadable', async () => {
    const bodies = new Set<string>();
    for (const [name, make] of UNREADABLE) {
      const key = await publicKeyFor(service);
      const answer = await sellByHash(service, make(key) + key.sessionKey);
      assert.equal(answer.status, 400, name);
      bodies.add(JSON.stringify(refusalBody(answer.json())));
    }
    assert.equal(bodies.size, 1);
    const [body = ''] = bodies;
    const { code, field } = JSON.parse(body) as Fields;
    assert.deepEqual([code, field], ['card_hash_invalid', FIELD]);
  });

  for (const cardHash of ['x', '=', 'null', 'A'.repeat(344), 'A'.repeat(5000), 7, true, {}, ['x']]) {
    test(`card_hash_invalid: no session key in it, ${JSON.stringify(cardHash).slice(0, 20)}`, async () => {
      const answer = await postJson(service, saleWith({ cardInfo: { cardHash } }, { amount: '1' }));
      assertRefused(answer, 400, 'card_hash_invalid', FIELD);
    });
  }

  test('a refused cardHash stores no sale', async () => {
    const key = await publicKeyFor(service);
    const cardInfo = { cardHash: `A${key.sessionKey}` };
    await postJson(service, saleWith({ cardInfo }, { referenceId: 'unread', amount: '1' }));
    assert.deepEqual((await getAs(service, '/v1/transactions?referenceId=unread')).json(), []);
  });

  test(`a session ends after ${UNDECRYPTABLE_ALLOWED} undecryptable cardHashes, and not before`, async () => {
    const key = await publicKeyFor(service);
    const good = cardHashOf(key);
    const bad = encrypt(otherKey, JSON_CARD).toString('base64') + key.sessionKey;
    for (let failure = 1; failure < UNDECRYPTABLE_ALLOWED; failure += 1) {
      assertRefused(await sellByHash(service, bad), 400, 'card_hash_invalid', FIELD);
    }
    recordOf(await sellByHash(service, good));
    assertRefused(await sellByHash(service, bad), 400, 'card_hash_invalid', FIELD);
    assertRefused(await sellByHash(service, good), 400, 'card_hash_expired', FIELD);
    assertRefused(await sellByHash(service, bad), 400, 'card_hash_expired', FIELD);
  });

  test('concurrent undecryptable cardHashes are all counted', async () => {
    const key = await publicKeyFor(service);
    const bad = encrypt(otherKey, JSON_CARD).toString('base64') + key.sessionKey;
    await Promise.all(Array.from({ length: UNDECRYPTABLE_ALLOWED }, () => sellByHash(service, bad)));
    assertRefused(await sellByHash(service, cardHashOf(key)), 400, 'card_hash_expired', FIELD);
  });

  test('another session of the same key pair does not end with it', async () => {
    const [ended, kept] = [await publicKeyFor(service), await publicKeyFor(service)];
    assert.equal(ended.publicKey, kept.publicKey);
    const bad = Buffer.alloc(256, 1).toString('base64') + ended.sessionKey;
    await Promise.all(Array.from({ length: UNDECRYPTABLE_ALLOWED }, () => sellByHash(service, bad)));
    recordOf(await sellByHash(service, cardHashOf(kept)));
  });

  test('contents that violate a card rule do not count as undecryptable', async () => {
    const key = await publicKeyFor(service);
    const wrongDigit = cardHashOf(key, { ...CARD, number: '4235647728025683' });
    for (let sale = 0; sale <= UNDECRYPTABLE_ALLOWED; sale += 1) {
      assertRefused(await sellByHash(service, wrongDigit), 400, 'card_number_invalid', FIELD);
    }
    recordOf(await sellByHash(service, cardHashOf(key)));
  });

  test("another merchant cannot use up a session's failures", async () => {
    const key = await publicKeyFor(service);
    const bad = Buffer.alloc(256, 1).toString('base64') + key.sessionKey;
    for (let failure = 0; failure <= UNDECRYPTABLE_ALLOWED; failure += 1)
      await sellByHash(service, bad, {}, other);
    recordOf(await sellByHash(service, cardHashOf(key)));
  });

  test('a session survives a restart', async () => {
    const key = await publicKeyFor(service);
    await service.stop();
    await service.start();
    recordOf(await sellByHash(service, cardHashOf(key)));
  });
});

function changedBit(cipher: Buffer): Buffer {
  cipher.writeUInt8(cipher.readUInt8(100) ^ 1, 100);
  return cipher;
}

function padded(key: string, padding: number): string {
  const plaintext =
    padding === constants.RSA_NO_PADDING ? Buffer.alloc(256, 'card').fill(0, 0, 1) : Buffer.from(JSON_CARD);
  return publicEncrypt({ key, padding }, plaintext).toString('base64');
}
