import assert from 'node:assert/strict';
import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import { testKeyPair } from '../../../test/support/key-pairs.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { type CardData, createCardData } from './card-data.ts';
import type { CardDataTables } from './tables.ts';
import { openTestRoom, type TestRoom } from './test-room.ts';

const MINUTE_MS = 60_000;
const CARD = { number: '4235647728025682', cvv: '123', expirationMonth: '01', expirationYear: '2035' };

function instanceOn(room: TestRoom, limits = { enabled: false }): CardData {
  const cardData = createCardData({
    ...room,
    generateKeyPair: testKeyPair,
    limits,
    onError: (error) => {
      throw error;
    },
  });
  room.onClose(() => cardData.close());
  return cardData;
}

async function openRoom(context: TestContext, engine: TestEngine) {
  const room = await openTestRoom(context, engine);
  return { ...room, cardData: instanceOn(room) };
}

function encrypt(publicKey: string, plaintext: string | Buffer): Buffer {
  const padding = constants.RSA_PKCS1_PADDING;
  return publicEncrypt({ key: publicKey, padding }, Buffer.from(plaintext as string));
}

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  return call.then(
    () => assert.fail('was not refused'),
    (error: Refusal) => error,
  );
}

const runJob = (cardData: CardData, name: string) =>
  cardData.jobs.find((job) => job.name === name)?.run(new AbortController().signal);

function visible({ code, status, field, retryAfterSeconds, allow, message }: Refusal) {
  return { code, status, field, retryAfterSeconds, allow, message };
}

for (const engine of SQLITE_BY_DAY) {
  describe(engine, () => {
    test('a card encrypted with the public key handed out is opened', async (context) => {
      const { cardData } = await openRoom(context, engine);
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1);
      assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
      assert.match(sessionKey, /^[0-9a-f]{32}$/);

      const base64 = encrypt(
        publicKey,
        JSON.stringify({ ...CARD, holderName: 'JOSÉ', brand: 'Visa' }),
      ).toString('base64');
      for (const cardHash of [
        base64 + sessionKey,
        `${sessionKey}.${base64}`,
        new Secret(base64 + sessionKey),
      ]) {
        const contents = await cardData.openCardHash(1, cardHash);
        assert.equal(contents.number.reveal(), CARD.number);
        assert.equal(contents.cvv?.reveal(), CARD.cvv);
        assert.equal(contents.expirationMonth, '01');
        assert.equal(contents.expirationYear, '2035');
        assert.equal(contents.holderName, 'JOSÉ');
        assert.equal(contents.brand, 'Visa');
      }
    });

    test('a ttl other than a whole number from 1 to 30 minutes is refused', async (context) => {
      const { cardData } = await openRoom(context, engine);
      for (const ttl of [0, 31, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(cardData.issuePublicKey(1, ttl), {
          code: 'ttl_invalid',
          status: 400,
          field: 'ttl',
        });
      }
    });

    test('a session holds for its ttl and no longer', async (context) => {
      const { cardData, clock } = await openRoom(context, engine);
      for (const [ttl, minutes] of [
        [undefined, 10],
        [1, 1],
        [30, 30],
      ] as const) {
        const { publicKey, sessionKey } = await cardData.issuePublicKey(1, ttl);
        const cardHash = encrypt(publicKey, JSON.stringify(CARD)).toString('base64') + sessionKey;
        clock.advance(minutes * MINUTE_MS - 1);
        await cardData.openCardHash(1, cardHash);
        clock.advance(1);
        await assert.rejects(cardData.openCardHash(1, cardHash), { code: 'card_hash_expired', status: 400 });
      }
    });

    test("an unknown, an expired and another merchant's session get one and the same refusal", async (context) => {
      const { cardData, clock } = await openRoom(context, engine);
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1, 1);
      const base64 = encrypt(publicKey, JSON.stringify(CARD)).toString('base64');
      const refusals = [
        await refusalOf(cardData.openCardHash(1, base64 + '0'.repeat(32))),
        await refusalOf(cardData.openCardHash(2, base64 + sessionKey)),
        await refusalOf(cardData.openCardHash(2, `not base64${sessionKey}`)),
      ];
      clock.advance(MINUTE_MS);
      refusals.push(await refusalOf(cardData.openCardHash(1, base64 + sessionKey)));
      for (const refusal of refusals) assert.deepEqual(visible(refusal), visible(refusals[0] as Refusal));
      assert.equal(refusals[0]?.code, 'card_hash_expired');
      assert.equal(refusals[0]?.field, 'payment.card.cardInfo.cardHash');
    });

    test('whatever is wrong with a cardHash of a live session gets one and the same refusal', async (context) => {
      const { cardData } = await openRoom(context, engine);
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1);
      const badlyPadded = randomBytes(256);
      badlyPadded[0] = 0;
      const ciphers = [
        ...['', 'A', '*'.repeat(344), Buffer.alloc(255, 1).toString('base64')],
        ...[Buffer.alloc(256, 0xff), Buffer.alloc(256), badlyPadded].map((cipher) =>
          cipher.toString('base64'),
        ),
        ...['', 'garbage', '{}', '{"number":', '[]', randomBytes(245)].map((plaintext) =>
          encrypt(publicKey, plaintext).toString('base64'),
        ),
      ];
      const expected = {
        code: 'card_hash_invalid',
        status: 400,
        field: 'payment.card.cardInfo.cardHash',
        retryAfterSeconds: undefined,
        allow: undefined,
      };
      let message: string | undefined;
      for (const base64 of ciphers) {
        const refusal = await refusalOf(cardData.openCardHash(1, base64 + sessionKey));
        message ??= refusal.message;
        assert.deepEqual(visible(refusal), { ...expected, message }, base64.slice(0, 20));
      }
      const withoutSession = await refusalOf(cardData.openCardHash(1, 'no session key in here'));
      assert.deepEqual(visible(withoutSession), { ...expected, message });
    });

    test('a session ends after 20 undecryptable cardHashes, on every instance; good ones are not counted', async (context) => {
      const { cardData, ...room } = await openRoom(context, engine);
      const other = instanceOn(room.elsewhere());
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1);
      const good = encrypt(publicKey, JSON.stringify(CARD)).toString('base64') + sessionKey;
      const bad = encrypt(publicKey, 'garbage').toString('base64') + sessionKey;
      for (let failures = 0; failures < 20; failures += 1) {
        await (failures % 2 ? cardData : other).openCardHash(1, good);
        await assert.rejects((failures % 2 ? other : cardData).openCardHash(1, bad), {
          code: 'card_hash_invalid',
        });
      }
      for (const instance of [cardData, other]) {
        await assert.rejects(instance.openCardHash(1, good), { code: 'card_hash_expired' });
        await assert.rejects(instance.openCardHash(1, bad), { code: 'card_hash_expired' });
      }
    });

    test('failures at the same time are all counted', async (context) => {
      const { cardData } = await openRoom(context, engine);
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1);
      const bad = encrypt(publicKey, 'garbage').toString('base64') + sessionKey;
      await Promise.allSettled(Array.from({ length: 20 }, () => cardData.openCardHash(1, bad)));
      await assert.rejects(cardData.openCardHash(1, bad), { code: 'card_hash_expired' });
    });

    test('a session survives a restart, and a merchant keeps its key pair over it', async (context) => {
      const room = await openTestRoom(context, engine);
      const before = instanceOn(room);
      const { publicKey, sessionKey } = await before.issuePublicKey(1);
      await before.close();
      const after = instanceOn(room);
      const cardHash = encrypt(publicKey, JSON.stringify(CARD)).toString('base64') + sessionKey;
      assert.equal((await after.openCardHash(1, cardHash)).number.reveal(), CARD.number);
      assert.equal((await after.issuePublicKey(1)).publicKey, publicKey);
    });

    test('neither a session key nor a private key stands in the database', async (context) => {
      const { cardData, database } = await openRoom(context, engine);
      const { sessionKey } = await cardData.issuePublicKey(1);
      const tables = database.read<CardDataTables>();
      const stored = JSON.stringify([
        await tables.selectFrom('key_pairs').selectAll().execute(),
        await tables.selectFrom('card_sessions').selectAll().execute(),
      ]);
      assert.match(stored, /"session_hash":"[\w-]{43}"/);
      assert.doesNotMatch(stored, new RegExp(sessionKey));
      assert.doesNotMatch(stored, /PRIVATE/);
    });

    test('a key pair is destroyed with its sessions when the last of them has ended, not before', async (context) => {
      const { cardData, database, clock } = await openRoom(context, engine);
      const rows = async () => {
        const tables = database.read<CardDataTables>();
        const pairs = await tables
          .selectFrom('key_pairs')
          .where('merchant_id', 'is not', null)
          .selectAll()
          .execute();
        const sessions = await tables.selectFrom('card_sessions').selectAll().execute();
        return [pairs.length, sessions.length];
      };
      const { publicKey, sessionKey } = await cardData.issuePublicKey(1, 30);
      await Promise.all(Array.from({ length: 600 }, () => cardData.issuePublicKey(1, 1)));
      const cardHash = encrypt(publicKey, JSON.stringify(CARD)).toString('base64') + sessionKey;
      clock.advance(30 * MINUTE_MS - 1);
      await runJob(cardData, 'card-data-sweep');
      await cardData.openCardHash(1, cardHash);
      assert.deepEqual(await rows(), [1, 601]);
      clock.advance(1);
      await runJob(cardData, 'card-data-sweep');
      assert.deepEqual(await rows(), [0, 0]);
    });

    test('a key pair that is still handed out is kept, even without a session', async (context) => {
      const { cardData, database, clock } = await openRoom(context, engine);
      await cardData.issuePublicKey(1, 1);
      clock.advance(10 * MINUTE_MS);
      await runJob(cardData, 'card-data-sweep');
      const pairs = await database
        .read<CardDataTables>()
        .selectFrom('key_pairs')
        .where('merchant_id', '=', 1)
        .selectAll()
        .execute();
      assert.equal(pairs.length, 1);
    });

    test('the pool job makes key pairs in advance', async (context) => {
      const { cardData, database } = await openRoom(context, engine);
      await runJob(cardData, 'card-data-key-pool');
      const pooled = await database.read<CardDataTables>().selectFrom('key_pairs').selectAll().execute();
      assert.equal(pooled.length, 4);
      assert.ok(pooled.every((pair) => pair.merchant_id === null));
    });

    test('in production a merchant gets 600 public keys a minute; in sandbox there is no limit', async (context) => {
      const room = await openTestRoom(context, engine);
      const limited = instanceOn(room, { enabled: true });
      const free = instanceOn(room);
      await Promise.all(Array.from({ length: 600 }, () => limited.issuePublicKey(1)));
      await assert.rejects(limited.issuePublicKey(1), {
        code: 'too_many_public_keys',
        status: 429,
        retryAfterSeconds: 60,
      });
      await limited.issuePublicKey(2);
      await Promise.all(Array.from({ length: 700 }, () => free.issuePublicKey(1)));
    });
  });
}
