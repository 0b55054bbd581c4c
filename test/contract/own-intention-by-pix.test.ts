import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { intend } from '../support/hosted-page.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const AMOUNT = 28_903;
const TWO_HOURS = 2 * 60 * 60_000;

interface Recorded {
  readonly transactionId: string;
  readonly status: number;
  readonly amount: string;
  readonly originalAmount?: string;
  readonly customer?: object;
  readonly payment: { readonly card?: object; readonly pix: Readonly<Record<string, unknown>> };
}

onSqliteByDay(
  'POST /v1/transactions with payment.pix and the transactionId of an intention',
  { GUICHE_SIM_TIME_SCALE: '10' },
  (service) => {
    const made = async (top: object = {}, payment: object = { card: { type: 0 }, pix: {} }) => {
      const answer = await intend(service, { amount: AMOUNT, payment, ...top });
      assert.equal(answer.status, 201, answer.text);
      const { transactionId, url } = answer.json() as {
        readonly transactionId: string;
        readonly url: string;
      };
      return { id: transactionId, path: new URL(url).pathname };
    };
    const sell = (transactionId: string, top: object = {}, pix: object = {}, headers: object = {}) =>
      postJson(
        service,
        { transactionId, amount: AMOUNT, payment: { pix }, ...top },
        { ...API_PAIR, ...headers },
      );
    const record = async (id: string) =>
      (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
    const pay = async (transactionId: string) => {
      const answer = await service.send({
        method: 'POST',
        path: '/__sim/pix/pay',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ transactionId }),
      });
      assert.equal(answer.status, 200, answer.text);
      await until('it is paid', async () => (await record(transactionId)).status === 6);
    };

    test('makes its code until the time that is sent, and it is paid once', async () => {
      const { id, path } = await made();
      const until2Hours = new Date(service.clock.now() + TWO_HOURS);
      const customer = { name: 'Ana Souza', document: '11144477735' };
      const sold = await sell(id, { customer }, { expirationDateTime: until2Hours.toISOString() });
      assert.equal(sold.status, 201, sold.text);
      const sent = sold.json() as Recorded;
      assert.deepEqual([sent.transactionId, sent.status, sent.customer], [id, 1, customer]);
      assert.match(String(sent.payment.pix.qrCode), /^000201/);
      const [charge] = await service.rooms().pixCodes.charges.ofTransaction(id);
      assert.equal(Math.abs((charge?.expiresAt ?? 0) - until2Hours.getTime()) < 1_000, true);
      // The page and another sale have the same code.
      const again = (await sell(id)).json() as Recorded;
      assert.equal(again.payment.pix.qrCode, sent.payment.pix.qrCode);
      assert.ok((await service.send({ path })).text.includes(String(sent.payment.pix.qrCode)));
      assert.equal((await service.rooms().pixCodes.charges.ofTransaction(id)).length, 1);
      await pay(id);
      assertRefused(await sell(id), 409, 'intention_not_payable', 'transactionId');
    });

    test('makes one code of many sales at once, and repeats its answer for the same Idempotency-Key', async () => {
      const { id } = await made();
      const key = { 'Idempotency-Key': `pix-of-${id}` };
      const first = await sell(id, {}, {}, key);
      assert.equal(first.status, 201, first.text);
      const { qrCode } = (first.json() as Recorded).payment.pix;
      const answers = await Promise.all(Array.from({ length: 8 }, () => sell(id, {}, {}, key)));
      for (const answer of answers.filter(({ status }) => status === 201)) {
        assert.equal((answer.json() as Recorded).payment.pix.qrCode, qrCode);
      }
      assert.ok(answers.every(({ status }) => status === 201 || status === 409));
      const { id: other } = await made();
      await Promise.all(Array.from({ length: 8 }, () => sell(other)));
      assert.equal((await service.rooms().pixCodes.charges.ofTransaction(other)).length, 1);
    });

    test('takes the discount of the intention off the amount that was agreed on', async () => {
      const { id } = await made({ pixDiscount: '10', amount: 28_900 });
      assertRefused(await sell(id, { amount: 26_010 }), 400, 'amount_of_intention', 'amount');
      assert.equal((await sell(id, { amount: 28_900 })).status, 201);
      await pay(id);
      const paid = await record(id);
      assert.deepEqual([paid.amount, paid.originalAmount], ['26010', '28900']);
    });

    test('is refused where no Pix is offered, or its time is wrong, and nothing is made', async () => {
      const { id: byCard } = await made({}, { card: { type: 0 } });
      assertRefused(await sell(byCard), 400, 'intention_type_not_offered', 'payment.pix');
      const { id } = await made();
      const soon = { expirationDateTime: new Date(service.clock.now() + 30_000).toISOString() };
      const field = 'payment.pix.expirationDateTime';
      assertRefused(await sell(id, {}, soon), 400, 'pix_expiration_invalid', field);
      assert.deepEqual(await service.rooms().pixCodes.charges.ofTransaction(id), []);
    });
  },
);
