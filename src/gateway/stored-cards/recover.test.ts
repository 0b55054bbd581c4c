import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import type { CardAcquirer } from '../providers/index.ts';
import type { CardToStore } from './stored-card.ts';
import { MERCHANT, newCard, openTestRoom, type TestRoom } from './test-room.ts';

const MINUTE = 60_000;
const MAX_PROCESSING_MS = 30_000;

for (const engine of ENGINES) {
  describe(`recovery of cards to be stored, on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());
    beforeEach(() => room.reset());

    const lost = async (request: Parameters<CardAcquirer['storeCard']>[0]) => {
      await room.plain.storeCard(request);
      return { outcome: 'unknown', reason: 'connection reset' } as const;
    };
    const storings = () => room.requests().filter(({ operation }) => operation === 'store_card').length;
    const tokenOf = async (card: CardToStore): Promise<string> => {
      const kept = await room.keep(card);
      assert.ok(kept.kind === 'kept', JSON.stringify(kept));
      return kept.card.token;
    };

    test('a lost answer is found by our reference, and meanwhile no request is sent again', async () => {
      const card = newCard();
      room.play({ storeCard: lost });
      const pending = await room.keep(card);
      assert.ok(pending.kind === 'pending');
      assert.equal((await room.keep(card)).kind, 'pending');
      await room.pass(2_000);
      assert.equal(await tokenOf(card), pending.card.token);
      assert.equal(storings(), 1);
      assert.equal(await room.live(card), 1);
    });

    test('an outcome lost in a crash is found out once the instance is dead', async () => {
      const card = newCard();
      room.play({
        storeCard: async (request) => {
          await room.plain.storeCard(request);
          throw new Error('the process was killed');
        },
      });
      await assert.rejects(room.keep(card));
      await room.pass(1_000);
      room.dead.add('this-one');
      await room.pass(1_000);
      room.dead.clear();
      room.play({});
      assert.ok(await tokenOf(card));
      assert.equal(storings(), 1);
      assert.equal(await room.live(card), 1);
    });

    test('"not found" counts only the second time, and only once the request can no longer arrive', async () => {
      const card = newCard();
      room.play({ storeCard: async () => ({ outcome: 'unknown', reason: 'no answer' }) });
      const pending = await room.keep(card);
      await room.pass(2_000);
      await room.pass(3_000);
      assert.equal((await room.keep(card)).kind, 'pending');
      await room.pass(MAX_PROCESSING_MS);
      assert.equal((await room.keep(card)).kind, 'pending');
      await room.pass(MINUTE);
      room.play({});
      const token = await tokenOf(card);
      assert.ok(pending.kind === 'pending' && pending.card.token !== token);
      assert.equal(await room.live(card), 1);
    });

    test('a card that arrives after it was given up is deleted at the acquirer', async () => {
      const card = newCard();
      let arrive: (() => Promise<unknown>) | undefined;
      room.play({
        storeCard: async (request) => {
          arrive = () => room.plain.storeCard(request);
          return { outcome: 'unknown', reason: 'no answer' };
        },
      });
      await room.keep(card);
      for (const ms of [2_000, MAX_PROCESSING_MS, MINUTE]) await room.pass(ms);
      room.play({});
      const token = await tokenOf(card);
      await arrive?.();
      assert.equal(await room.live(card), 2);
      await room.pass(16 * MINUTE);
      await room.pass(1_000);
      assert.equal(await room.live(card), 1);
      assert.equal(await tokenOf(card), token);
    });

    test('a recheck without an answer ends, and the operator is notified once', async () => {
      const card = newCard();
      room.play({ storeCard: async () => ({ outcome: 'unknown', reason: 'no answer' }) });
      await room.keep(card);
      for (const ms of [2_000, MAX_PROCESSING_MS, MINUTE]) await room.pass(ms);
      let asked = 0;
      room.play({
        findStoredCard: async () => {
          asked += 1;
          return { outcome: 'unknown', reason: 'closed for good' };
        },
      });
      const before = room.attention.length;
      for (let hours = 0; hours < 40; hours += 1) await room.pass(60 * MINUTE);
      const asked40 = asked;
      for (let hours = 0; hours < 10; hours += 1) await room.pass(60 * MINUTE);
      assert.ok(asked40 > 0 && asked === asked40, `asked ${asked40} times, then ${asked}`);
      assert.deepEqual(room.attention.splice(before), ['closed for good']);
    });

    test('with an acquirer that cannot be queried no token is left, and the next request creates the only one', async () => {
      const card = newCard();
      const capabilities: CardAcquirer['capabilities'] = (brand, kind) => ({
        ...room.plain.capabilities(brand, kind),
        storedCards: 'by_token',
      });
      room.play({ capabilities, storeCard: lost });
      const pending = await room.keep(card);
      assert.ok(pending.kind === 'pending');
      await room.pass(2_000);
      assert.equal(await room.storedCards.find(MERCHANT, pending.card.token), undefined);
      room.play({ capabilities });
      assert.notEqual(await tokenOf(card), pending.card.token);
    });

    test('a renewed card keeps its token, and the acquirer deletes the older one', async () => {
      const card = newCard();
      const token = await tokenOf(card);
      const renewed = { ...card, expirationYear: '2039' };
      assert.equal(await tokenOf(renewed), token);
      assert.equal((await room.storedCards.find(MERCHANT, token))?.expirationYear, '2039');
      await room.pass(1_000);
      assert.equal(await room.live(card), 1);
      room.moveTo(5);
      assert.equal(await tokenOf(renewed), token);
      assert.equal((await room.storedCards.find(MERCHANT, token))?.accountId, 5);
      await room.pass(1_000);
      assert.equal(await room.live(card), 1);
    });

    test('a failed renewal leaves the card as it was', async () => {
      const card = newCard();
      const token = await tokenOf(card);
      room.play({ storeCard: async () => ({ outcome: 'not_sent', reason: 'refused' }) });
      assert.equal((await room.keep({ ...card, expirationYear: '2040' })).kind, 'failed');
      assert.equal((await room.storedCards.find(MERCHANT, token))?.expirationYear, '2035');
      assert.equal((await room.storedCards.use(MERCHANT, token, undefined)).card.token, token);
    });

    test('a deletion is retried until it reaches the acquirer', async () => {
      const card = newCard();
      const token = await tokenOf(card);
      let asked = 0;
      room.play({
        deleteStoredCard: async (ids) => {
          asked += 1;
          return asked < 4 ? { outcome: 'unknown', reason: 'no answer' } : room.plain.deleteStoredCard(ids);
        },
      });
      assert.ok(await room.storedCards.delete(MERCHANT, token));
      await assert.rejects(room.storedCards.use(MERCHANT, token, undefined), { code: 'card_token_invalid' });
      for (const ms of [0, 2_000, 5_000, 15_000]) await room.pass(ms);
      assert.deepEqual([asked, await room.live(card)], [4, 0]);
      assert.deepEqual(room.attention, []);
    });

    test('a card deleted during its renewal is also deleted at the acquirer', async () => {
      const card = newCard();
      const token = await tokenOf(card);
      room.play({ storeCard: lost });
      assert.equal((await room.keep({ ...card, expirationYear: '2041' })).kind, 'pending');
      await room.storedCards.delete(MERCHANT, token);
      for (const ms of [2_000, 1_000, 1_000]) await room.pass(ms);
      assert.equal(await room.live(card), 0);
    });
  });
}
