import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/index.ts';
import type { DeclineClass, HostAnswer } from '../acquirers/index.ts';
import type { CardToStore } from './stored-card.ts';
import { MERCHANT, newCard, openTestRoom, type TestRoom } from './test-room.ts';
import type { TokenizationRequest } from './tokenize.ts';

const ANSWER = {} as HostAnswer;
const REQUEST: TokenizationRequest = {
  merchantId: MERCHANT,
  referenceId: undefined,
  postBackUrl: undefined,
  redirectUrl: undefined,
  brand: undefined,
  provider: undefined,
  key: undefined,
};
const CVV = new Secret('123');

for (const engine of ENGINES) {
  describe(`a request to store a card, on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());
    beforeEach(() => room.reset());

    const create = (card: CardToStore, over: Partial<TokenizationRequest> = {}) =>
      room.storedCards.tokenizations.create({ ...REQUEST, ...over }, async () => card);
    const checksDecline = (code: string, declineClass: DeclineClass) => {
      let checks = 0;
      const decline = { code, message: 'recusado', declineClass, reversible: false };
      room.play({
        verifyCard: async () => {
          checks += 1;
          return { outcome: 'declined', decline, answer: ANSWER };
        },
      });
      return () => checks;
    };

    test('without the security code stores the card unchecked, because no acquirer checks it without', async () => {
      const checks = checksDecline('172', 'fix_data');
      assert.equal((await create(newCard())).card.state, 'active');
      assert.equal(checks(), 0);
    });

    test('stores the card unchecked if the acquirer does not check cards for this shop', async () => {
      const checks = checksDecline('170', 'merchant_config');
      assert.equal((await create(newCard({ cvv: CVV }))).card.state, 'active');
      assert.equal(checks(), 1);
    });

    test('stores nothing when the check declines the card', async () => {
      checksDecline('51', 'soft_customer');
      await assert.rejects(create(newCard({ cvv: CVV })), { code: 'card_refused' });
      assert.equal(room.asked().filter(({ operation }) => operation === 'store_card').length, 0);
    });

    /** A stored card, and the pending tokenization of its renewal. */
    const pendingRenewal = async (referenceId: string) => {
      const card = newCard();
      await create(card);
      const renewed = { ...card, expirationYear: '2041' };
      const asked = { referenceId, key: { id: `key of ${referenceId}`, fingerprint: 'same' } };
      const again = () => create(renewed, asked);
      return { again };
    };
    const findOut = async () => {
      for (const ms of [2_000, 30_000, 60_000]) await room.pass(ms);
    };

    test('to renew a card is pending while its outcome is unknown, and then returns the stored card', async () => {
      const { again } = await pendingRenewal('found');
      room.play({
        storeCard: async (request) => {
          await room.plain.storeCard(request);
          return { outcome: 'unknown', reason: 'connection reset' };
        },
      });
      for (const _ of [1, 2]) await assert.rejects(again(), { code: 'tokenization_pending' });
      const list = () => room.storedCards.tokenizations.list(MERCHANT, 'found', 10);
      assert.deepEqual(await list(), []);
      await room.pass(2_000);
      assert.equal((await list())[0]?.card?.expirationYear, '2041');
      assert.equal((await again()).card.expirationYear, '2041');
    });

    test('to renew a card that never reached the acquirer is not reported as stored, and can be sent again', async () => {
      const { again } = await pendingRenewal('never arrived');
      room.play({ storeCard: async () => ({ outcome: 'unknown', reason: 'no answer' }) });
      await assert.rejects(again(), { code: 'tokenization_pending' });
      await findOut();
      assert.deepEqual(await room.storedCards.tokenizations.list(MERCHANT, 'never arrived', 10), []);
      room.play({});
      assert.equal((await again()).card.expirationYear, '2041');
    });

    test('stays in the list, however many unfilled forms were opened since', async () => {
      const { tokenization } = await create(newCard(), { referenceId: 'many forms' });
      for (let forms = 0; forms < 3; forms += 1) {
        await room.storedCards.tokenizations.openForm({ ...REQUEST, referenceId: 'many forms' });
      }
      const listed = await room.storedCards.tokenizations.list(MERCHANT, 'many forms', 2);
      assert.deepEqual(
        listed.map((stand) => stand.tokenization.id),
        [tokenization.id],
      );
    });
  });
}
