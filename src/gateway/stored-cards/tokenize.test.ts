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
  describe(`a request to keep a card, on ${engine}`, () => {
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

    test('without its code keeps the card unchecked: no acquirer checks it without', async () => {
      const checks = checksDecline('172', 'fix_data');
      assert.equal((await create(newCard())).card.state, 'active');
      assert.equal(checks(), 0);
    });

    test('keeps the card unchecked where the acquirer checks none for this shop', async () => {
      const checks = checksDecline('170', 'merchant_config');
      assert.equal((await create(newCard({ cvv: CVV }))).card.state, 'active');
      assert.equal(checks(), 1);
    });

    test('keeps nothing when the check declines the card', async () => {
      checksDecline('51', 'soft_customer');
      await assert.rejects(create(newCard({ cvv: CVV })), { code: 'card_refused' });
      assert.equal(room.asked().filter(({ operation }) => operation === 'store_card').length, 0);
    });
  });
}
