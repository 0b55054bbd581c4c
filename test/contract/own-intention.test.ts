import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUYER } from '../support/buyer.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, cardHashOf, getAs, postJson, publicKeyFor, saleBody } from '../support/gateway-client.ts';
import { intend } from '../support/hosted-page.ts';
import { addMerchant } from '../support/merchants.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';

type Fields = Readonly<Record<string, unknown>>;

const AT_ONCE = 16;
const REFUSED_CARD = '4000000000090516';
const AGREED = {
  referenceId: 'pedido-pelo-link',
  amount: '1000',
  payment: { card: { type: 0, capture: true, installments: 3 } },
};

onSqliteByDay(
  'POST /v1/transactions with the transactionId of an intention',
  { GUICHE_SIM_TIME_SCALE: '1000' },
  (service) => {
    const made = async (fields: unknown = AGREED): Promise<string> => {
      const answer = await intend(service, fields);
      assert.equal(answer.status, 201, answer.text);
      return (answer.json() as { transactionId: string }).transactionId;
    };
    const pay = (
      transactionId: unknown,
      cardInfo: Fields = {},
      top: Fields = {},
      headers: Readonly<Record<string, string>> = API_PAIR,
    ) => postJson(service, saleBody({ top: { transactionId, ...top }, cardInfo }), headers);

    test('pays the intention on its agreed terms; a second payment charges nothing', async () => {
      const id = await made();
      const { top, card } = recordOf(await pay(id));
      assert.deepEqual([top.transactionId, top.status, top.referenceId], [id, 6, AGREED.referenceId]);
      assert.equal(card.capture, true);
      assertRefused(await pay(id), 409, 'intention_not_payable', 'transactionId');
      const listed = await getAs(service, `/v1/transactions?referenceId=${AGREED.referenceId}&limit=10`);
      const mine = (listed.json() as readonly Fields[]).filter(({ transactionId }) => transactionId === id);
      assert.equal(mine.length, 1);
    });

    test('keeps the e-mail of the customer that the intention named', async () => {
      const id = await made({ ...AGREED, customer: { email: 'ana@example.com' } });
      const { customer } = recordOf(await pay(id)).top as { customer: Fields };
      assert.equal(customer.email, 'ana@example.com');
    });

    test('of many concurrent sales one pays', async () => {
      const id = await made();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => pay(id)));
      const statuses = answers.map(({ status }) => status).toSorted();
      assert.deepEqual(statuses, [201, ...Array.from({ length: AT_ONCE - 1 }, () => 409)]);
    });

    test('after a refusal another card may pay, but not another amount or payment type', async () => {
      const id = await made();
      assert.equal(recordOf(await pay(id, { number: REFUSED_CARD })).top.status, 1);
      assertRefused(await pay(id, {}, { amount: '999' }), 400, 'amount_of_intention', 'amount');
      const inFour = saleBody({ top: { transactionId: id }, card: { installments: 4 } });
      const refused = await postJson(service, inFour);
      assertRefused(refused, 400, 'intention_installments_not_offered', 'payment.card.installments');
      assert.equal(recordOf(await pay(id)).top.status, 6);
    });

    test('authenticates as the intention says, with the browser of the sale, which need not repeat that choice', async () => {
      const id = await made({ ...AGREED, payment: { card: { ...AGREED.payment.card, authenticate: 1 } } });
      assertRefused(await pay(id), 400, 'user_agent_required', 'userAgent');
      const { top } = recordOf(await pay(id, {}, BUYER));
      assert.deepEqual([top.transactionId, top.status], [id, 0]);
    });

    test('charges nothing if the sale asks for a stricter authentication than the intention', async () => {
      const id = await made();
      for (const [card, field] of [
        [{ authenticate: 1 }, 'authenticate'],
        [{ authenticate: 2 }, 'authenticate'],
        [{ capture: false }, 'capture'],
      ] as const) {
        const refused = await postJson(service, saleBody({ top: { transactionId: id, ...BUYER }, card }));
        assertRefused(refused, 400, 'intention_agreed_otherwise', `payment.card.${field}`);
      }
      assert.equal(recordOf(await pay(id)).top.status, 6);
    });

    test('accepts a cardHash, and repeats its answer for the same Idempotency-Key', async () => {
      const id = await made();
      const cardInfo = { cardHash: cardHashOf(await publicKeyFor(service)) };
      const body = saleWith({ cardInfo }, { transactionId: id });
      const keyed = { ...API_PAIR, 'Idempotency-Key': `intention-${id}` };
      const first = recordOf(await postJson(service, body, keyed));
      assert.deepEqual([first.top.transactionId, first.top.status], [id, 6]);
      assert.equal(recordOf(await postJson(service, body, keyed)).top.transactionId, id);
    });

    test('is not found where it is a UUID and no intention of this merchant, and nothing is charged', async () => {
      const { api: other } = await addMerchant(service);
      const id = await made();
      const plain = recordOf(await pay(undefined)).top.transactionId;
      for (const [sent, headers] of [
        [id, other],
        [plain, API_PAIR],
        ['01890a5d-ac96-774b-bcce-b302099a8057', API_PAIR],
      ] as const) {
        assertRefused(await pay(sent, {}, {}, headers), 404, 'intention_not_found', 'transactionId');
      }
      assert.equal(recordOf(await getAs(service, `/v1/transactions/${id}`), 200).top.status, 1);
    });

    test('is ignored where it is no UUID', async () => {
      for (const sent of ['x', '', 7, {}]) {
        const { top } = recordOf(await pay(sent));
        assert.notEqual(top.transactionId, sent);
        assert.equal(top.status, 5);
      }
    });
  },
);
