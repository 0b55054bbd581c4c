import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { until } from '../../../test/support/waiting.ts';
import type { CardToStore } from './stored-card.ts';
import { MERCHANT, newCard, openTestRoom, type TestRoom } from './test-room.ts';

const MINUTE = 60_000;
let sales = 0;

for (const engine of SQLITE_BY_DAY) {
  describe(`a card that is held until its sale is approved, on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());
    beforeEach(() => room.reset());

    const newSale = (): string => {
      sales += 1;
      const id = `sale-${sales}`;
      room.stands.set(id, 'open');
      return id;
    };
    const keep = (id: string, card: CardToStore): Promise<void> =>
      room.storedCards.keepForSale(id, { merchantId: MERCHANT, card, route: room.route, isHeld: true });
    /** The id of a sale with 3-D Secure that will store the card. */
    const begin = async (card: CardToStore): Promise<string> => {
      const id = newSale();
      await keep(id, card);
      return id;
    };
    const tokenOf = async (id: string, { mask }: CardToStore) =>
      (await room.storedCards.ofSale(id, true, mask))?.token;
    const passAll = async () => {
      for (const ms of [MINUTE, MINUTE, 5 * MINUTE, 20 * MINUTE]) await room.pass(ms);
    };

    test("is not shown while the sale is open, and becomes the merchant's as soon as it is approved", async () => {
      const card = newCard();
      const id = await begin(card);
      assert.equal(await room.storedCards.ofSale(id, false, card.mask), undefined);
      await passAll();
      assert.equal(await room.live(card), 1);
      const token = await tokenOf(id, card);
      assert.ok(token);
      room.stands.set(id, 'over');
      await passAll();
      assert.equal((await room.storedCards.find(MERCHANT, token))?.state, 'active');
    });

    test('is deleted when its sale was approved with another card, also if that sale is queried first', async () => {
      const refused = newCard();
      const id = await begin(refused);
      assert.equal(await tokenOf(id, newCard()), undefined);
      assert.equal(await room.live(refused), 1);
      room.stands.set(id, 'over');
      await passAll();
      assert.equal(await room.live(refused), 0);
    });

    for (const isWaiting of [false, true]) {
      const earlier = isWaiting ? 'that waits for another request' : 'whose acquirer is slow';
      test(`of an earlier try ${earlier} does not replace that of the approved one`, async () => {
        const [slow, paid] = [newCard(), newCard()];
        const arrived = Promise.withResolvers<void>();
        const answer = Promise.withResolvers<void>();
        room.play({
          storeCard: async (request) => {
            if (request.card.number === slow.number) {
              arrived.resolve();
              await answer.promise;
            }
            return room.plain.storeCard(request);
          },
        });
        const other = isWaiting ? begin(slow) : undefined;
        if (other) await arrived.promise;
        const id = newSale();
        let hasEnded = false;
        const first = keep(id, slow).finally(() => {
          hasEnded = true;
        });
        await until('the link', async () => (await room.store.cardOfSale(id))?.mask === slow.mask);
        assert.equal(hasEnded, false, 'it was linked only at its end');
        await arrived.promise;
        await keep(id, paid);
        answer.resolve();
        await Promise.all([first, other]);
        assert.equal((await room.storedCards.ofSale(id, true, paid.mask))?.mask, paid.mask);
      });
    }

    test("becomes the merchant's without a query, when the job finds its sale approved", async () => {
      const card = newCard();
      const id = await begin(card);
      room.stands.set(id, 'approved');
      await passAll();
      assert.ok(await room.storedCards.ofSale(id, false, card.mask));
    });

    test('is also deleted at the acquirer when its sale is refused', async () => {
      const card = newCard();
      const id = await begin(card);
      assert.equal(await room.live(card), 1);
      room.stands.set(id, 'over');
      await passAll();
      assert.equal(await room.live(card), 0);
      assert.equal(await tokenOf(id, card), undefined);
    });

    test('waits for the other open sale, and is stored by the one that is approved', async () => {
      const card = newCard();
      const [refused, other] = [await begin(card), await begin(card)];
      room.stands.set(refused, 'over');
      await passAll();
      assert.equal(await room.live(card), 1);
      room.stands.set(other, 'approved');
      await passAll();
      assert.ok(await tokenOf(other, card));
    });

    test("becomes the merchant's at once when the merchant stores it, whatever happens to the sale", async () => {
      const card = newCard();
      const id = await begin(card);
      const kept = await room.keep(card);
      room.stands.set(id, 'over');
      await passAll();
      assert.ok(kept.kind === 'kept');
      assert.equal((await room.storedCards.find(MERCHANT, kept.card.token))?.state, 'active');
    });

    test('leaves a card that the merchant already has unchanged: a sale that may be refused does not renew it', async () => {
      const card = newCard();
      const kept = await room.keep(card);
      const id = await begin({ ...card, expirationYear: '2041' });
      room.stands.set(id, 'over');
      await passAll();
      assert.ok(kept.kind === 'kept');
      const found = await room.storedCards.find(MERCHANT, kept.card.token);
      assert.deepEqual([found?.state, found?.expirationYear], ['active', '2035']);
    });

    test('is not held any more once it is released, deleted or not stored', async () => {
      const [released, deleted, failed] = [newCard(), newCard(), newCard()];
      room.stands.set(await begin(released), 'over');
      await passAll();
      await begin(deleted);
      const [held] = (await room.rowsOf(deleted.mask)).cards;
      await room.storedCards.delete(MERCHANT, String(held?.token));
      room.play({ storeCard: async () => ({ outcome: 'not_sent', reason: 'no connection' }) });
      await begin(failed);
      const ends = [];
      for (const { mask } of [released, deleted, failed]) ends.push(...(await room.rowsOf(mask)).cards);
      assert.deepEqual(
        ends.map(({ state, heldCheckAt }) => [state, heldCheckAt]),
        [
          ['deleted', undefined],
          ['deleted', undefined],
          ['failed', undefined],
        ],
      );
    });

    test('whose answer was lost is deleted once it is found, if its sale was refused', async () => {
      const card = newCard();
      room.play({
        storeCard: async (request) => {
          await room.plain.storeCard(request);
          return { outcome: 'unknown', reason: 'connection reset' };
        },
      });
      const id = await begin(card);
      room.play({});
      room.stands.set(id, 'over');
      await passAll();
      await passAll();
      assert.equal(await room.live(card), 0);
    });
  });
}
