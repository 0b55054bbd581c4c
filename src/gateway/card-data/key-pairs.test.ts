import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import type { GenerateKeyPair } from './key-pair-generator.ts';
import { createKeyPairStore } from './key-pair-store.ts';
import { createKeyPairs, HANDED_OUT_MS, keyPairContext, POOL_TARGET } from './key-pairs.ts';
import { createPrivateKeys } from './private-keys.ts';
import { openTestRoom, type TestRoom } from './test-room.ts';

/** Small real pairs: what this room does with a pair does not depend on its size, and 2048 bits take 100 ms each. */
const generateSmall: GenerateKeyPair = async () =>
  generateKeyPairSync('rsa', {
    modulusLength: 512,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function instanceOn(room: TestRoom, generate: GenerateKeyPair = generateSmall) {
  const store = createKeyPairStore(room.database);
  const onError = (error: unknown) => {
    throw error;
  };
  const keyPairs = createKeyPairs({ ...room, store, generate, randomBytes, onError });
  room.onClose(keyPairs.close);
  return { store, ...keyPairs };
}

for (const engine of ENGINES) {
  describe(engine, () => {
    test('the pool is filled to its target and no further', async (context) => {
      const keyPairs = instanceOn(await openTestRoom(context, engine));
      await Promise.all([keyPairs.refill(), keyPairs.refill()]);
      assert.equal(await keyPairs.store.countPooled(), POOL_TARGET);
      await keyPairs.refill();
      assert.equal(await keyPairs.store.countPooled(), POOL_TARGET);
    });

    test('an aborted filling stops, and a closed room makes no more pairs', async (context) => {
      const keyPairs = instanceOn(await openTestRoom(context, engine));
      await keyPairs.refill(AbortSignal.abort());
      assert.equal(await keyPairs.store.countPooled(), 0);
      await keyPairs.close();
      await keyPairs.refill();
      assert.equal(await keyPairs.store.countPooled(), 0);
    });

    test('a merchant is handed one pair for ten minutes, taken from the pool, and then another', async (context) => {
      const room = await openTestRoom(context, engine);
      const keyPairs = instanceOn(room);
      await keyPairs.refill();
      const pair = await keyPairs.currentOf(1);
      assert.equal(pair.handedOutUntil, room.clock.now() + HANDED_OUT_MS);
      assert.deepEqual(await keyPairs.currentOf(1), pair);
      room.clock.advance(HANDED_OUT_MS - 1);
      assert.deepEqual(await keyPairs.currentOf(1), pair);
      room.clock.advance(1);
      const next = await keyPairs.currentOf(1);
      assert.notEqual(next.id, pair.id);
    });

    test('a pair taken by a clock that is set back by hours is handed out no longer', async (context) => {
      const room = await openTestRoom(context, engine);
      const pair = await instanceOn(room).currentOf(1);
      room.clock.advance(-6 * 60 * 60_000);
      const other = instanceOn(room);
      const next = await other.currentOf(1);
      assert.notEqual(next.id, pair.id);
      assert.deepEqual(await other.currentOf(1), next);
    });

    test('a pair taken from the pool is made up for in the background', async (context) => {
      const keyPairs = instanceOn(await openTestRoom(context, engine));
      await keyPairs.refill();
      await keyPairs.currentOf(1);
      await keyPairs.refill();
      assert.equal(await keyPairs.store.countPooled(), POOL_TARGET);
    });

    test('when the pool is dry a pair is made for the caller, one for all calls at the same time', async (context) => {
      let made = 0;
      const keyPairs = instanceOn(await openTestRoom(context, engine), () => {
        made += 1;
        return generateSmall();
      });
      const pairs = await Promise.all(Array.from({ length: 20 }, () => keyPairs.currentOf(1)));
      assert.equal(new Set(pairs.map((pair) => pair.id)).size, 1);
      await keyPairs.refill();
      assert.equal(made, 1 + POOL_TARGET);
    });

    test('a pair that could not be made is asked for again by the next call', async (context) => {
      let fails = true;
      const keyPairs = instanceOn(await openTestRoom(context, engine), async () => {
        if (fails) throw new Error('no entropy');
        return generateSmall();
      });
      await assert.rejects(keyPairs.currentOf(1), /no entropy/);
      fails = false;
      assert.match((await keyPairs.currentOf(1)).publicKey, /BEGIN PUBLIC KEY/);
    });

    test('on two instances no pair serves two merchants, and a merchant keeps its pair', async (context) => {
      const room = await openTestRoom(context, engine);
      const instances = [instanceOn(room), instanceOn(room.elsewhere())];
      await instances[0]?.refill();
      const merchants = [1, 2, 3, 4, 5, 6];
      const handed = await Promise.all(
        merchants.map(async (merchantId) => instances[merchantId % 2]?.currentOf(merchantId)),
      );
      assert.equal(new Set(handed.map((pair) => pair?.id)).size, merchants.length);
      for (const merchantId of merchants) {
        const elsewhere = await instances[(merchantId + 1) % 2]?.currentOf(merchantId);
        assert.equal(elsewhere?.id, handed[merchantId - 1]?.id);
      }
    });

    test('the private key rests sealed to its own row, and opens to the half that belongs to the public one', async (context) => {
      const room = await openTestRoom(context, engine);
      const keyPairs = instanceOn(room);
      const privateKeys = createPrivateKeys({ ...room, store: keyPairs.store });
      const pair = await keyPairs.currentOf(1);
      const found = await keyPairs.store.findSealed(pair.id);
      assert.ok(found);
      assert.doesNotMatch(found.sealedKey, /PRIVATE/);
      assert.throws(() => room.vault.open(found.sealedKey, keyPairContext('another')));
      const key = await privateKeys.of(pair.id);
      assert.ok(key);
      assert.equal(createPublicKey(key).equals(createPublicKey(pair.publicKey)), true);
      assert.equal(await privateKeys.of('another'), undefined);
    });

    test('an opened key is forgotten once no session can use it any more', async (context) => {
      const room = await openTestRoom(context, engine);
      const keyPairs = instanceOn(room);
      const privateKeys = createPrivateKeys({ ...room, store: keyPairs.store });
      const { id } = await keyPairs.currentOf(1);
      const first = await privateKeys.of(id);
      room.clock.advance(HANDED_OUT_MS + 30 * 60_000 - 1);
      privateKeys.forgetFinished();
      assert.equal(await privateKeys.of(id), first);
      room.clock.advance(1);
      privateKeys.forgetFinished();
      assert.notEqual(await privateKeys.of(id), first);
    });
  });
}
