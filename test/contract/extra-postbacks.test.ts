import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, postJson } from '../support/gateway-client.ts';
import { put, soldIn } from '../support/movements.ts';
import { startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DEMO_PERSON = 1;
/** Paid after two seconds; five seconds later the bank takes back what is left of it. */
const TAKEN_BACK = '1004';
const NEVER_PAID = '1003';

onSqliteByDay(
  'Postbacks of a shop that asks for more than statuses',
  { GUICHE_SIM_TIME_SCALE: '20' },
  (service) => {
    const wants = (extraPostbacks: boolean) =>
      service
        .rooms()
        .accounts.changeShopSettings({ personId: DEMO_PERSON, shop: { extraPostbacks } }, async () => {});
    const make = async (amount: string, postBackUrl: string) => {
      const answer = await postJson(service, { amount, postBackUrl, referenceId: 'p', payment: { pix: {} } });
      assert.equal(answer.status, 201, answer.text);
      return String((answer.json() as Fields).transactionId);
    };
    const statusOf = async (id: string) =>
      ((await getAs(service, `/v1/transactions/${id}`)).json() as Fields).status;
    const pay = (transactionId: string) =>
      service.send({
        method: 'POST',
        path: '/__sim/pix/pay',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactionId }),
      });
    const receiver = async (t: { after(close: () => Promise<unknown> | unknown): void }) => {
      const shop = await startReceiver();
      t.after(shop.close);
      return {
        address: shop.address,
        bodies: () => shop.received.map(({ body }) => JSON.parse(body) as Fields),
      };
    };

    test('tell each refund, also one that leaves the status', async (t) => {
      await wants(true);
      const { address, bodies } = await receiver(t);
      const id = await make(NEVER_PAID, address);
      assert.equal((await pay(id)).status, 200);
      await until('it is paid', async () => (await statusOf(id)) === 6);
      assert.equal((await put(service, id, 'void', { amount: 300 })).status, 200);
      const part = await until('the part', () =>
        bodies().find(({ refundedAmount }) => refundedAmount === '300'),
      );
      assert.match(String(part.returnId), /^[0-9A-Z]{16}$/);
      assert.deepEqual(part, {
        type: 'return',
        transactionId: id,
        referenceId: 'p',
        status: 6,
        providerReference: part.providerReference,
        returnId: part.returnId,
        returnAmount: '300',
        returnState: 'done',
        refundedAmount: '300',
      });
      assert.equal((await put(service, id, 'void')).status, 200);
      await until('the rest', () => bodies().some(({ type, status }) => type === 'return' && status === 9));
      assert.deepEqual(
        bodies()
          .map(({ type, status }) => `${type ?? ''} ${status}`)
          .filter((one, index, all) => all.indexOf(one) === index),
        [' 1', ' 6', 'return 6', ' 8', 'return 9'],
      );
    });

    test('tell what the bank takes back', async (t) => {
      await wants(true);
      const { address, bodies } = await receiver(t);
      const id = await make(TAKEN_BACK, address);
      const told = await until('the dispute', () => bodies().find(({ type }) => type === 'dispute'));
      const [dispute] = told.disputes as Fields[];
      assert.deepEqual([told.transactionId, told.status, told.disputedAmount], [id, 6, TAKEN_BACK]);
      assert.deepEqual([dispute?.amount, dispute?.reason], [TAKEN_BACK, 'fraud']);
    });

    test('say nothing more to others', async (t) => {
      await wants(false);
      // What is remembered of a setting is over after some seconds.
      service.clock.advance(10_000);
      const { address, bodies } = await receiver(t);
      const id = await soldIn(service, 6, { top: { postBackUrl: address } });
      assert.equal((await put(service, id, 'void', { amount: 300 })).status, 200);
      assert.equal((await put(service, id, 'void')).status, 200);
      await until('the end', () => bodies().find(({ status }) => status === 9));
      assert.ok(bodies().every(({ type }) => type === undefined));
      assert.deepEqual([...new Set(bodies().map(({ status }) => status))], [6, 9]);
    });
  },
);
