import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const AMOUNT = 10_003;
const AT_ONCE = 64;
const NUMBER = '4235647728025682';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

type Pix = Fields & { readonly surplus?: readonly Fields[] };
type Recorded = Fields & {
  readonly status: number;
  readonly payment: { readonly card?: Fields; readonly pix?: Pix };
};
interface Charge {
  readonly state: string;
  readonly payments: readonly {
    readonly amount: number;
    readonly settles: boolean;
    readonly returns: readonly { readonly amount: number; readonly state: string }[];
  }[];
}

/** Buyers at their pages: each plays what a browser sends. */
onSqliteByDay(
  'An intention, paid by card and by Pix at once,',
  { GUICHE_SIM_TIME_SCALE: '20' },
  (service) => {
    const post = (path: string, body: Fields) =>
      service.send({
        method: 'POST',
        path,
        headers: { ...JSON_TYPE, ...API_PAIR },
        body: JSON.stringify(body),
      });
    const intend = async () => {
      const answer = await post('/v1/intention', { amount: AMOUNT, payment: { card: { type: 0 }, pix: {} } });
      assert.equal(answer.status, 201, answer.text);
      const { transactionId: id, url } = answer.json() as {
        readonly transactionId: string;
        readonly url: string;
      };
      return { id, path: new URL(url).pathname };
    };
    const record = async (id: string) =>
      (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
    const formOf = async (path: string, way: 'pix' | 'cartao') => {
      const { text } = await service.send({ path: `${path}?forma=${way}` });
      return /name="chave" value="([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
    };
    const send = (path: string, fields: Readonly<Record<string, string>>) =>
      service.send({
        method: 'POST',
        path,
        headers: FORM_TYPE,
        body: new URLSearchParams(fields).toString(),
      });
    const askCode = async (path: string) => send(path, { forma: 'pix', chave: await formOf(path, 'pix') });
    const payByCard = (path: string, chave: string) =>
      send(path, {
        ...{ tipo: 'credito', numero: NUMBER, validade: '12/35', cvv: '123', nome: 'ANA SOUZA' },
        ...{ parcelas: '1', chave },
      });
    const payByPix = (transactionId: string) => post('/__sim/pix/pay', { transactionId, force: true });
    const atBank = async (txid: string) => {
      const { charges } = (await service.send({ path: `/__sim/pix/book?txid=${txid}` })).json() as {
        readonly charges: readonly Charge[];
      };
      return charges[0] ?? assert.fail(`no charge ${txid}`);
    };
    /** Paid once, in whichever way; all other money went back. */
    const isPaidOnce = async (id: string, txid: string) => {
      const { sale, charge } = await until(`the end of ${id}`, async () => {
        const [now, charged] = [await record(id), await atBank(txid)];
        const { surplus = [] } = now.payment.pix ?? {};
        const isByPix = now.payment.pix?.paymentAmount !== undefined;
        const isBooked = surplus.length + (isByPix ? 1 : 0) === charged.payments.length;
        const isOver = [5, 6].includes(now.status) && isBooked && charged.state !== 'active';
        return isOver && surplus.every(({ state }) => state === 'refunded')
          ? { sale: now, charge: charged }
          : undefined;
      });
      const isByPix = sale.payment.pix?.paymentAmount !== undefined;
      assert.equal(sale.payment.card === undefined, isByPix, 'by one way, and no other');
      const kept = charge.payments.filter(({ returns }) => returns.length === 0);
      assert.equal(kept.length, isByPix ? 1 : 0);
      for (const { amount, returns } of charge.payments) {
        assert.deepEqual(
          returns.map((one) => [one.amount, one.state]),
          kept.some((one) => one.returns === returns) ? [] : [[amount, 'done']],
        );
      }
    };

    test(`is paid once, however its ${AT_ONCE} buyers pay`, async () => {
      const { id, path } = await intend();
      await askCode(path);
      const txid = String((await record(id)).payment.pix?.providerReference);
      const keys = await Promise.all(Array.from({ length: AT_ONCE / 2 }, () => formOf(path, 'cartao')));
      const answers = await Promise.all(
        keys.flatMap((chave, index) =>
          index % 2 === 0 ? [payByCard(path, chave), payByPix(id)] : [payByPix(id), payByCard(path, chave)],
        ),
      );
      assert.deepEqual(
        answers.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
      );
      await isPaidOnce(id, txid);
    });

    test(`and ${AT_ONCE / 2} others of them, each by one buyer with card and phone: each is paid once`, async () => {
      const all = await Promise.all(
        Array.from({ length: AT_ONCE / 2 }, async () => {
          const made = await intend();
          const chave = await formOf(made.path, 'cartao');
          await askCode(made.path);
          const txid = String((await record(made.id)).payment.pix?.providerReference);
          return { ...made, chave, txid };
        }),
      );
      await Promise.all(all.flatMap(({ id, path, chave }) => [payByCard(path, chave), payByPix(id)]));
      for (const { id, txid } of all) await isPaidOnce(id, txid);
    });
  },
);
