import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaleRow } from '../../src/panel/sales/schema.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onEachEngine } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

const NEVER = '1003';
const PAYER = '15350946056';
const BUYER = '11144477735';
const JSON_TYPE = { 'Content-Type': 'application/json' };

onEachEngine('A Pix is found', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  const make = async (top: object = {}) => {
    const answer = await postJson(service, { amount: NEVER, ...top, payment: { pix: {} } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Fields & { transactionId: string; payment: { pix: Fields } };
  };
  const pay = async (transactionId: string, more: object = {}) => {
    const answer = await service.send({
      method: 'POST',
      path: '/__sim/pix/pay',
      headers: JSON_TYPE,
      body: JSON.stringify({ transactionId, ...more }),
    });
    assert.equal(answer.status, 200, answer.text);
    return String((answer.json() as Fields).endToEndId);
  };
  const statusOf = async (id: string) =>
    ((await getAs(service, `/v1/transactions/${id}`)).json() as Fields).status;
  const list = async (query: string, pair: Record<string, string> = API_PAIR) => {
    const answer = await getAs(service, `/v1/transactions?${query}`, pair);
    assert.equal(answer.status, 200, answer.text);
    return (answer.json() as readonly Fields[]).map(({ transactionId }) => transactionId);
  };

  test('by its txid before and after payment, and by every endToEndId', async () => {
    const { transactionId: id, payment } = await make();
    const txid = String(payment.pix.providerReference);
    assert.deepEqual(await list(`txid=${txid}`), [id]);
    const first = await pay(id);
    await until('it is paid', async () => (await statusOf(id)) === 6);
    const second = await pay(id, { force: true });
    await until('the surplus is known', async () => (await list(`endToEndId=${second}`)).length > 0);
    for (const query of [`txid=${txid}`, `endToEndId=${first}`, `endToEndId=${second}`]) {
      assert.deepEqual(await list(query), [id], query);
    }
    assert.deepEqual(await list(`txid=${txid}&endToEndId=${first}`), [id]);
    assert.deepEqual(await list(`endToEndId=E${'0'.repeat(31)}`), []);
    assert.deepEqual(await list('txid=nao'), []);
  });

  test('by the document of who paid, of whom no row has it in clear, and by that of its customer', async () => {
    const { transactionId: paid } = await make();
    await pay(paid, { payer: { name: 'Bia', document: PAYER } });
    await until('it is paid', async () => (await statusOf(paid)) === 6);
    const { transactionId: named } = await make({ customer: { name: 'Ana', document: BUYER } });
    assert.deepEqual(await list(`document=${PAYER}`), [paid]);
    assert.deepEqual(await list('document=153.509.460-56'), [paid]);
    assert.deepEqual(await list(`document=${BUYER}`), [named]);
    const [payment] = await service.rooms().pixCodes.charges.paymentsOf(paid);
    assert.ok(payment?.payerHash);
    assert.ok(!JSON.stringify(payment).includes(PAYER));
  });

  test('by its own shop alone', async () => {
    const { transactionId: id, payment } = await make();
    const { api } = await addMerchant(service);
    assert.deepEqual(await list(`txid=${payment.pix.providerReference}`, api), []);
    assert.deepEqual(await list(`txid=${payment.pix.providerReference}`), [id]);
    assertRefused(await getAs(service, '/v1/transactions'), 400, 'reference_id_required', 'referenceId');
  });

  test('in the search box of the panel and by the command', async () => {
    const { transactionId: id, payment } = await make();
    const txid = String(payment.pix.providerReference);
    await pay(id, { payer: { name: 'Caio', document: '39053344705' } });
    await until('it is paid', async () => (await statusOf(id)) === 6);
    const browser = browserOf(service);
    okJson(await browser.logIn());
    for (const text of [txid, '390.533.447-05']) {
      const { items } = okJson<{ items: SaleRow[] }>(
        await browser.call('GET', `/sales?search=${encodeURIComponent(text)}`),
      );
      assert.deepEqual(
        items.map((row) => row.id),
        [id],
        text,
      );
      const { transactions } = (await service.command('transaction', 'list', '--search', text)) as {
        transactions: readonly Fields[];
      };
      assert.deepEqual(
        transactions.map(({ transactionId }) => transactionId),
        [id],
        text,
      );
    }
    const csv = await browser.call('GET', `/sales.csv?search=${txid}&columns=customer`);
    const [titles, row] = csv.text.split('\r\n');
    assert.match(titles ?? '', /;Pagador do Pix;CPF\/CNPJ do pagador;/);
    assert.match(row ?? '', /;Caio;\*\*\*533447\*\*;/);
  });
});
