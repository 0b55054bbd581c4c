import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SalesByDayTables } from '../../src/gateway/transactions/tables/sales-by-day-table.ts';
import { API_PAIR, getAs, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const NEVER_PAID = 28_903;
const HOUR = 60 * 60_000;
/** There is no money on it. */
const REFUSED = '4000000000090516';

type Fields = Readonly<Record<string, unknown>>;
interface Recorded extends Fields {
  readonly status: number;
  readonly amount: string;
  readonly originalAmount?: string;
  readonly payment: { readonly card?: Fields; readonly pix?: Fields };
}

onSqliteByDay(
  'A Pix of an intention that is tried more than once',
  { GUICHE_SIM_TIME_SCALE: '10' },
  (service) => {
    const post = (path: string, body: Fields) =>
      service.send({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: JSON.stringify(body),
      });
    const intend = async (top: Fields = {}) => {
      const body = { amount: NEVER_PAID, payment: { card: { type: 0 }, pix: {} }, ...top };
      const answer = await post('/v1/intention', body);
      assert.equal(answer.status, 201, answer.text);
      const { transactionId, url } = answer.json() as {
        readonly transactionId: string;
        readonly url: string;
      };
      return { id: transactionId, path: new URL(url).pathname };
    };
    const record = async (id: string) =>
      (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
    const becomes = (id: string, status: number) =>
      until(`${id} has status ${status}`, async () => (await record(id)).status === status);
    const page = (path: string) => service.send({ path });
    const form = (path: string, fields: Readonly<Record<string, string>>) =>
      service.send({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
    const keyIn = (html: string) => /name="chave" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
    const askCode = async (path: string) => {
      const { text } = await page(`${path}?forma=pix`);
      return form(path, { forma: 'pix', chave: keyIn(text) });
    };
    const denied = async (path: string) => {
      const { text } = await page(`${path}?forma=cartao`);
      const fields = {
        tipo: 'credito',
        numero: REFUSED,
        validade: '12/35',
        cvv: '123',
        nome: 'ANA SOUZA',
      };
      return form(path, { ...fields, parcelas: '1', chave: keyIn(text) });
    };
    const standOf = async (path: string) =>
      ((await page(`${path}/pix`)).json() as { readonly status: string }).status;
    const pay = (id: string, more: Fields = {}) => post('/__sim/pix/pay', { transactionId: id, ...more });
    const voided = (id: string) =>
      service.send({
        method: 'PUT',
        path: `${TRANSACTIONS_PATH}/${id}/void`,
        headers: { 'Content-Type': 'application/json', ...API_PAIR },
        body: '{}',
      });
    const codesOf = (id: string) => service.rooms().pixCodes.charges.ofTransaction(id);

    test('has one code at a time, which a cancel removes, however late an older one is looked at', async () => {
      const { id, path } = await intend();
      await askCode(path);
      const [first] = await codesOf(id);
      service.clock.advance(HOUR + 1_000);
      await until('the code has ended', async () => (await standOf(path)) === 'none');
      await askCode(path);
      service.clock.advance(2 * 60_000);
      await until('the older one was looked at again', async () => {
        const again = (await codesOf(id)).find(({ reference }) => reference === first?.reference);
        return again !== undefined && again.looks > 1;
      });
      const codes = await codesOf(id);
      assert.equal(codes[0]?.reference, first?.reference);
      assert.ok((codes[1]?.createdAt ?? 0) >= (first?.createdAt ?? 0) + HOUR);
      await form(path, { forma: 'pix', chave: 'another visit' });
      assert.equal((await codesOf(id)).length, 2);
      assert.equal((await record(id)).payment.pix?.qrCode, codes[1]?.code);
      assert.equal((await voided(id)).status, 200);
      await becomes(id, 12);
      assert.equal((await pay(id)).status, 409);
    });

    test('whose creation was not answered is found, also where a discount makes it cost less', async () => {
      for (const isPaidBefore of [false, true]) {
        // 10 % of R$ 4,50 leave R$ 4,05: the answer is lost.
        const { id, path } = await intend({ amount: 450, pixDiscount: '10' });
        await askCode(path);
        if (isPaidBefore) await pay(id);
        service.clock.advance(60_000);
        await becomes(id, 6);
        const { amount, originalAmount, payment } = await record(id);
        assert.deepEqual([amount, originalAmount, Object.keys(payment)], ['405', '450', ['pix']]);
        await until('its payment is told', async () => {
          const { paymentAmount } = (await record(id)).payment.pix ?? {};
          return paymentAmount === '405';
        });
      }
    });

    test('that its shop canceled while it was made is canceled, although it never came to be', async () => {
      // The creation times out, and nothing exists.
      const { id, path } = await intend({ amount: 28_906 });
      await askCode(path);
      assert.equal((await record(id)).status, 0);
      const canceled = await voided(id);
      assert.equal(canceled.status, 200, canceled.text);
      await becomes(id, 12);
      assert.match((await page(path)).text, /foi cancelado/);
    });

    test('that a person finds paid is paid with its discount', async () => {
      // 10 % of R$ 4,51 leave R$ 4,06: the creation times out.
      const { id, path } = await intend({ amount: 451, pixDiscount: '10' });
      await askCode(path);
      const { transactions, cases, clock } = service.rooms();
      const [row] = await until('the case', async () => {
        const rows = await cases.ofTransaction(id);
        return rows.length > 0 && rows;
      });
      assert.ok(row);
      const reason = 'nothing certain';
      await until('it is left to a person', async () => {
        const found = await transactions.findAny(id);
        assert.ok(found);
        return transactions.change({
          transaction: found,
          at: clock.now(),
          openCase: { ...row, state: 'manual', reason },
          events: [
            {
              kind: 'needs_attention',
              origin: { kind: 'recovery' },
              details: { subject: row.subject, reason },
            },
          ],
        });
      });
      await service.command('transaction', 'settle', id, '--status', '6', '--reason', 'o banco confirmou');
      const settled = await transactions.findAny(id);
      assert.deepEqual([settled?.amount, settled?.result.capturedAmount], [406, 406]);
      const { amount, originalAmount, payment } = await record(id);
      assert.deepEqual([amount, originalAmount, Object.keys(payment)], ['406', '451', ['pix']]);
    });

    test('of a link that may be paid once holds it while it waits, also after a card was refused', async () => {
      const payment = { card: { type: 1 }, pix: {} };
      const made = await post('/v1/payment-links', { name: 'Bolo', amount: NEVER_PAID, maxUses: 1, payment });
      assert.equal(made.status, 201, made.text);
      const link = made.json() as { readonly url: string; readonly paymentLinkId: string };
      const path = new URL(link.url).pathname;
      const uses = async () =>
        (
          (await getAs(service, `/v1/payment-links/${link.paymentLinkId}`)).json() as {
            readonly uses: number;
          }
        ).uses;
      const place = String((await askCode(path)).headers.location);
      assert.equal(await uses(), 1);
      assert.equal((await denied(place)).headers.location, place);
      assert.equal(await uses(), 1);
      assert.match((await page(path)).text, /já foi pago o número máximo|já foi usado/);
      service.clock.advance(HOUR + 1_000);
      await until('the code is over', async () => (await uses()) === 0);
      const next = String((await askCode(path)).headers.location);
      assert.equal(await uses(), 1);
      assert.equal((await denied(next)).headers.location, next);
      const [{ transactionId = '' } = {}] = await service
        .rooms()
        .pixCodes.charges.dueOf(0, Number.MAX_SAFE_INTEGER, 1);
      assert.equal((await pay(transactionId)).status, 200);
      await becomes(transactionId, 6);
      assert.equal(await uses(), 1);
    });

    test('is counted once by day, whatever its buyer tried before', async () => {
      const [paid, ended] = [await intend(), await intend()];
      for (const { id, path } of [paid, ended]) {
        await askCode(path);
        assert.equal((await denied(path)).headers.location, path);
        assert.equal((await record(id)).payment.card?.providerCode, '51');
      }
      await pay(paid.id);
      await becomes(paid.id, 6);
      service.clock.advance(HOUR + 1_000);
      await until('the code has ended', async () => (await standOf(ended.path)) === 'none');
      const days = await service
        .rooms()
        .database.read<SalesByDayTables>()
        .selectFrom('sales_by_day')
        .select(['kind', 'status', 'sales'])
        .execute();
      const counted = new Map<string, number>();
      for (const { kind, status, sales } of days) {
        const name = `${kind} ${status}`;
        counted.set(name, (counted.get(name) ?? 0) + Number(sales));
      }
      const missing = [...counted].filter(([, sales]) => sales < 0);
      assert.deepEqual(missing, []);
    });
  },
);
