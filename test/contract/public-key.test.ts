import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { afterEach, mock, test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  basic,
  cardHashOf,
  DEMO_CHECKOUT,
  getAs,
  PUBLIC_KEY_PATH,
  publicKeyFor,
  sellByHash,
} from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

const MINUTE_MS = 60_000;

onSqliteByDay('Public key record', {}, (service) => {
  afterEach(() => mock.timers.reset());
  const ask = (query: string) => getAs(service, PUBLIC_KEY_PATH + query, basic(DEMO_CHECKOUT));

  test('200 with publicKey and sessionKey, and nothing else', async () => {
    const answer = await ask('');
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json() as object).sort(), ['publicKey', 'sessionKey']);
  });

  test('publicKey: PEM, SPKI, RSA of 2048 bits, with line breaks', async () => {
    const { publicKey } = await publicKeyFor(service);
    const lines = publicKey.trimEnd().split('\n');
    assert.equal(lines[0], '-----BEGIN PUBLIC KEY-----');
    assert.equal(lines.at(-1), '-----END PUBLIC KEY-----');
    assert.ok(lines.slice(1, -1).every((line) => line.length <= 64));
    const key = createPublicKey(publicKey);
    assert.equal(key.asymmetricKeyType, 'rsa');
    assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048);
  });

  test('sessionKey: 32 lower-case hexadecimal characters, new for each call', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => publicKeyFor(service)));
    for (const { sessionKey } of keys) assert.match(sessionKey, /^[0-9a-f]{32}$/);
    assert.equal(new Set(keys.map((key) => key.sessionKey)).size, keys.length);
  });

  test('publicKey: one pair serves a merchant for at most 10 minutes', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60 * MINUTE_MS });
    const first = (await publicKeyFor(service)).publicKey;
    mock.timers.setTime(Date.now() + 9 * MINUTE_MS);
    assert.equal((await publicKeyFor(service)).publicKey, first);
    mock.timers.setTime(Date.now() + MINUTE_MS);
    assert.notEqual((await publicKeyFor(service)).publicKey, first);
  });

  test('publicKey: a pair belongs to one merchant', async () => {
    const { api } = await addMerchant(service);
    const other = await publicKeyFor(service, { pair: `${api.authenticationApi}:${api.authenticationKey}` });
    assert.notEqual(other.publicKey, (await publicKeyFor(service)).publicKey);
  });

  test('ttl: every minute from 1 to 30 is accepted', async () => {
    for (let ttl = 1; ttl <= 30; ttl += 1) assert.equal((await ask(`?ttl=${ttl}`)).status, 200);
  });

  for (const ttl of [
    '0',
    '31',
    '-1',
    '1.5',
    '10.0',
    'x',
    '1e1',
    '0x5',
    '5&ttl=6',
    '99999999999999999999',
    'NaN',
  ]) {
    test(`ttl: ${ttl} is refused`, async () => {
      assertRefused(await ask(`?ttl=${ttl}`), 400, 'ttl_invalid', 'ttl');
    });
  }

  const lives = [
    ['?ttl=1', 1],
    ['', 10],
    ['?ttl=', 10],
    ['?TTL=1', 10],
    ['?ttl=30', 30],
  ] as const;
  for (const [query, minutes] of lives) {
    test(`ttl: a cardHash of "${query}" is valid for ${minutes} minutes and not longer`, async () => {
      mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const requestedAt = Date.now();
      const answer = await ask(query);
      const cardHash = cardHashOf(answer.json() as { publicKey: string; sessionKey: string });
      mock.timers.setTime(requestedAt + minutes * MINUTE_MS - 1);
      recordOf(await sellByHash(service, cardHash));
      mock.timers.setTime(requestedAt + minutes * MINUTE_MS);
      const late = await sellByHash(service, cardHash);
      assertRefused(late, 400, 'card_hash_expired', 'payment.card.cardInfo.cardHash');
    });
  }

  test('path: accepted in any letter case, with a trailing slash and with doubled slashes', async () => {
    for (const path of [
      '/V2/Checkout/Generate/Public-Key',
      `${PUBLIC_KEY_PATH}/`,
      '//v2//checkout/generate//public-key',
    ]) {
      assert.equal((await getAs(service, path, basic(DEMO_CHECKOUT))).status, 200, path);
    }
  });
});
