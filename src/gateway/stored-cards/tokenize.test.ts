import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import type { DeclineClass, HostAnswer } from '../providers/index.ts';
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

for (const engine of SQLITE_BY_DAY) {
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
      assert.equal(room.requests().filter(({ operation }) => operation === 'store_card').length, 0);
    });

    /** A stored card, and the pending tokenization of its renewal. */
    const pendingRenewal = async (referenceId: string) => {
      const card = newCard();
      await create(card);
      const renewed = { ...card, expirationYear: '2041' };
      const wanted = { referenceId, key: { id: `key of ${referenceId}`, fingerprint: 'same' } };
      const again = () => create(renewed, wanted);
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

    /** As when the process dies once the acquirer has the card. */
    const killedOnceStored = () =>
      room.play({
        storeCard: async (request) => {
          await room.plain.storeCard(request);
          throw new Error('the process was killed');
        },
      });
    const takeForDead = async () => {
      room.dead.add('this-one');
      await room.pass(1_000);
      room.dead.clear();
      room.play({});
      await room.pass(2_000);
    };

    test('names its card when the process dies once the acquirer has it, and its form is closed', async () => {
      const { tokenizations } = room.storedCards;
      const form = await tokenizations.openForm({ ...REQUEST, referenceId: 'killed form' });
      killedOnceStored();
      await assert.rejects(tokenizations.submitForm(form, newCard()), /killed/);
      assert.equal((await tokenizations.find(MERCHANT, form.id))?.takesCard, false);
      await takeForDead();
      room.wait(60 * 60_000);
      const [stand] = await tokenizations.list(MERCHANT, 'killed form', 10);
      assert.equal(stand?.tokenization.id, form.id);
      assert.equal(stand.card?.state, 'active');
      assert.equal(stand.takesCard, false);
    });

    test('notifies its merchant once of a card that only recovery found, though nobody asks', async () => {
      const { tokenizations } = room.storedCards;
      const postBackUrl = 'https://loja.example/aviso';
      const form = await tokenizations.openForm({ ...REQUEST, postBackUrl });
      killedOnceStored();
      await assert.rejects(tokenizations.submitForm(form, newCard()), /killed/);
      const settle = async () => {
        for (const { run } of tokenizations.jobs) await run(new AbortController().signal);
      };
      await settle();
      assert.ok(!room.notified.includes(form.id));
      await takeForDead();
      for (const _ of [1, 2]) await settle();
      assert.deepEqual(
        room.notified.filter((id) => id === form.id),
        [form.id],
      );
    });

    test('is notified although one before it cannot be', async () => {
      const { tokenizations } = room.storedCards;
      const postBackUrl = 'https://loja.example/aviso';
      const forms = [];
      for (const _ of [1, 2]) forms.push(await tokenizations.openForm({ ...REQUEST, postBackUrl }));
      const [bad, good] = forms.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      assert.ok(bad && good);
      for (const form of forms) {
        killedOnceStored();
        await assert.rejects(tokenizations.submitForm(form, newCard()), /killed/);
      }
      await takeForDead();
      room.broken.add(bad.id);
      const settle = async () => {
        for (const { run } of tokenizations.jobs) await run(new AbortController().signal);
      };
      await settle();
      assert.deepEqual([room.notified.includes(bad.id), room.notified.includes(good.id)], [false, true]);
      room.broken.clear();
      await settle();
      assert.equal(room.notified.filter((id) => id === bad.id).length, 1, 'once it can be');
    });

    test('with a key gives its card as soon as it is known, when the process died', async () => {
      const card = newCard();
      const again = () => create(card, { key: { id: 'key of a killed one', fingerprint: 'same' } });
      killedOnceStored();
      await assert.rejects(again(), /killed/);
      await assert.rejects(again(), { code: 'tokenization_running' });
      await takeForDead();
      assert.equal((await again()).card.state, 'active');
      assert.equal(await room.live(card), 1);
    });

    test('takes another card on its form when the process died before the acquirer had it', async () => {
      const { tokenizations } = room.storedCards;
      const form = await tokenizations.openForm({ ...REQUEST, referenceId: 'never sent' });
      room.play({ storeCard: () => Promise.reject(new Error('the process was killed')) });
      await assert.rejects(tokenizations.submitForm(form, newCard()), /killed/);
      await takeForDead();
      await findOut();
      assert.equal((await tokenizations.find(MERCHANT, form.id))?.takesCard, true);
    });

    test('to an acquirer that stores no cards is refused, and a sale stores none', async () => {
      const { capabilities } = room.plain;
      room.play({
        capabilities: (brand, kind) => ({ ...capabilities(brand, kind), storedCards: 'none' }),
      });
      const card = newCard();
      await assert.rejects(create(card), { code: 'tokenization_unsupported', status: 400 });
      const sale = 'sale without stored card';
      await room.storedCards.keepForSale(sale, { merchantId: MERCHANT, card, route: room.route });
      assert.equal(await room.storedCards.ofSale(sale, true, card.mask), undefined);
      assert.equal(await room.live(card), 0);
    });

    test('leaves a card that cannot be charged once its account at the acquirer is gone', async () => {
      const { card } = await create(newCard());
      const use = () => room.storedCards.use(MERCHANT, card.token, undefined);
      assert.equal((await use()).card.id, card.id);
      room.removeAccount();
      await assert.rejects(use(), { code: 'card_token_account_gone', status: 409, message: /Peça o cartão/ });
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
