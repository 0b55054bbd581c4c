import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sale, SaleRow } from '../../src/panel/sales/schema.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

/** Nobody pays this amount by himself. */
const NEVER = '1003';
const JSON_TYPE = { 'Content-Type': 'application/json' };

onSqliteByDay('A payment by Pix', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  const make = async (amount = NEVER, pix: object = {}, top: object = {}) => {
    const answer = await postJson(service, { amount, ...top, payment: { pix } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Fields & { transactionId: string; payment: { pix: Fields } };
  };
  const read = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as Fields & { payment: { pix: Fields } };
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = await read(id);
      return record.status === status ? record : undefined;
    });
  const cancel = (id: string, amount = '', headers: object = {}) =>
    service.send({
      method: 'PUT',
      path: `/v1/transactions/${id}/void${amount}`,
      headers: { ...API_PAIR, ...headers },
    });
  const pay = (transactionId: string, more: object = {}) =>
    service.send({
      method: 'POST',
      path: '/__sim/pix/pay',
      headers: JSON_TYPE,
      body: JSON.stringify({ transactionId, ...more }),
    });
  const paid = async () => {
    const { transactionId } = await make();
    assert.equal((await pay(transactionId, { payer: { name: 'Ana', document: '11144477735' } })).status, 200);
    await reaches(transactionId, 6);
    return transactionId;
  };

  test('is answered with a dynamic code, its page and seven days', async () => {
    const { status, integrationType, allowsManualRetry, amount, payment } = await make(NEVER, {
      key: ['RANDOM_KEY'],
      provider: 'itau',
    });
    assert.deepEqual([status, integrationType, allowsManualRetry, amount], [1, 1, false, NEVER]);
    const { pix } = payment;
    assert.deepEqual([pix.provider, pix.key], ['ITAU', ['RANDOM_KEY']]);
    assert.match(String(pix.qrCode), /^000201010212.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);
    assert.match(String(pix.url), /\/v1\/url-payment\/[\w-]{43}$/);
    assert.match(String(pix.providerReference), /^[0-9A-Z]{32}$/);
  });

  test('is paid, told by its identifier and its payer, and found in the panel', async () => {
    const id = await paid();
    const { payment, amount } = await read(id);
    const { pix } = payment;
    assert.deepEqual([pix.paymentAmount, pix.payer], [amount, { name: 'Ana', document: '***444777**' }]);
    assert.match(String(pix.endToEndId), /^E/);
    assert.equal(pix.providerReference, pix.endToEndId);
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { items } = okJson<{ items: SaleRow[] }>(await browser.call('GET', '/sales?kind=pix&status=6'));
    assert.ok(items.some((row) => row.id === id && row.kind === 'pix' && row.last4 === null));
    const sale = okJson<Sale>(await browser.call('GET', `/sales/${id}`));
    assert.deepEqual([sale.card, sale.pix?.endToEndId, sale.pix?.payerName], [null, pix.endToEndId, 'Ana']);
    assert.equal((await pay(id)).status, 409);
  });

  test('that was answered before it was paid is answered so again to the same key', async () => {
    const body = JSON.stringify({ amount: NEVER, payment: { pix: {} } });
    const headers = { ...API_PAIR, ...JSON_TYPE, 'Idempotency-Key': 'fazer-pix-1' };
    const send = () => service.send({ method: 'POST', path: '/v1/transactions', headers, body });
    const first = await send();
    const { transactionId: id } = first.json() as { transactionId: string };
    assert.equal((await pay(id)).status, 200);
    await reaches(id, 6);
    assert.equal((await send()).text, first.text);
  });

  test('is told by postback from its code on: 1, then 6, then 9', async (t) => {
    const shop = await startReceiver();
    t.after(shop.close);
    const { transactionId: id } = await make(NEVER, {}, { postBackUrl: shop.address });
    assert.equal((await pay(id)).status, 200);
    await reaches(id, 6);
    assert.equal((await cancel(id)).status, 200);
    await reaches(id, 9);
    // One may arrive twice: its id says so.
    const told = await until('four postbacks', async () => {
      const byId = new Map(
        shop.received.map(({ headers, body }) => [
          headers['webhook-id'],
          (JSON.parse(body) as Fields).status,
        ]),
      );
      return byId.size >= 4 ? [...byId.values()] : undefined;
    });
    assert.deepEqual(told, [1, 6, 8, 9]);
  });

  test('is given back in parts that may be under way at once, and then as a whole', async () => {
    const id = await paid();
    const first = (await cancel(id, '?amount=300')).json() as Fields & { payment: { pix: Fields } };
    assert.deepEqual([first.status, first.payment.pix.refundingAmount], [6, '300']);
    assertRefused(await cancel(id, '?amount=704'), 409, 'amount_above_available');
    const rest = (await cancel(id)).json() as Fields;
    assert.equal(rest.status, 8);
    const { payment } = await reaches(id, 9);
    assert.deepEqual([payment.pix.refundedAmount, payment.pix.refundingAmount], [NEVER, undefined]);
  });

  test('that the bank refuses to give back is paid again', async () => {
    const { transactionId: id } = await make('1009');
    await reaches(id, 6);
    assert.equal(((await cancel(id)).json() as Fields).status, 8);
    const { payment } = await reaches(id, 6);
    assert.deepEqual([payment.pix.refundedAmount, payment.pix.refundingAmount], [undefined, undefined]);
  });

  test('is canceled before it is paid, once for each key, and money that comes later goes back', async () => {
    const { transactionId: id } = await make();
    const key = { 'Idempotency-Key': 'cancelar-pix-1' };
    assertRefused(await cancel(id, '?amount=1'), 409, 'partial_unsupported');
    const canceled = await cancel(id, '', key);
    assert.equal(canceled.status, 200, canceled.text);
    assert.equal((canceled.json() as Fields).status, 9);
    assert.equal((await cancel(id, '', key)).status, 200);
    assertRefused(await cancel(id), 409, 'status_conflict');
    assert.equal((await pay(id)).status, 409);
    assert.equal((await pay(id, { force: true })).status, 200);
    const surplus = await until('the surplus is given back', async () => {
      const { surplus: [one] = [] } = (await read(id)).payment.pix as { surplus?: Fields[] };
      return one?.state === 'refunded' ? one : undefined;
    });
    assert.equal(surplus.amount, NEVER);
    assert.equal((await read(id)).status, 9);
  });

  test('that was paid while it was canceled is refused so again to the same key, and given back by a new one', async () => {
    const refused = await until('one is paid before its cancel reaches the bank', async () => {
      const { transactionId: id } = await make();
      const key = { 'Idempotency-Key': `cancelar-${id}` };
      assert.equal((await pay(id)).status, 200);
      const answer = await cancel(id, '', key);
      return answer.status === 409 ? { id, key, answer } : undefined;
    });
    const { id, key, answer } = refused;
    assertRefused(answer, 409, 'status_conflict');
    assert.match(
      answer.text,
      /acabou de pagar este Pix: para devolver, cancele de novo com uma chave nova\./,
    );
    const again = await cancel(id, '', key);
    assert.equal(withoutRequest(again.text), withoutRequest(answer.text));
    assert.equal((await read(id)).status, 6);
    assert.equal((await cancel(id, '', { 'Idempotency-Key': 'outra-chave' })).status, 200);
    await reaches(id, 9);
    assert.equal(withoutRequest((await cancel(id, '', key)).text), withoutRequest(answer.text));
  });

  test('paid twice is a sale and a surplus', async () => {
    const id = await paid();
    assert.equal((await pay(id, { force: true })).status, 200);
    await until('the surplus is given back', async () => {
      const { surplus: [one] = [] } = (await read(id)).payment.pix as { surplus?: Fields[] };
      return one?.state === 'refunded';
    });
    const { status, payment } = await read(id);
    assert.deepEqual([status, payment.pix.refundedAmount], [6, undefined]);
  });

  test('expires only when the bank has removed it', async () => {
    const { clock } = service.rooms();
    const soon = new Date(clock.now() + 90_000).toISOString();
    const { transactionId: id } = await make(NEVER, { expirationDateTime: soon });
    service.clock.advance(120_000);
    await reaches(id, 4);
    assert.equal((await pay(id)).status, 409);
  });

  test('whose creation was not answered exists once, or failed', async () => {
    const [there, missing] = await Promise.all([make('1005'), make('1006')]);
    assert.equal(missing.status, 0);
    await until(
      'the lost code',
      async () => (await read(there.transactionId)).payment.pix.qrCode !== undefined,
    );
    assert.equal((await read(there.transactionId)).status, 1);
    service.clock.advance(60_000);
    await reaches(missing.transactionId, 11);
  });

  test('whose notice is lost is found all the same', async () => {
    const { transactionId } = await make('1007');
    await reaches(transactionId, 6);
  });

  test('is refused where a field cannot be read', async () => {
    const wrong = [
      [{ key: 'CHAVE' }, 'pix_key_invalid', 'payment.pix.key'],
      [{ key: [] }, 'pix_key_invalid', 'payment.pix.key'],
      [{ key: ['EMAIL', 'PHONE'] }, 'pix_key_invalid', 'payment.pix.key'],
      [{ expirationDateTime: 'amanhã' }, 'pix_expiration_invalid', 'payment.pix.expirationDateTime'],
      [
        { expirationDateTime: '2020-01-01T00:00:00' },
        'pix_expiration_invalid',
        'payment.pix.expirationDateTime',
      ],
    ] as const;
    for (const [pix, code, field] of wrong) {
      assertRefused(await postJson(service, { amount: '100', payment: { pix } }), 400, code, field);
    }
    assertRefused(
      await postJson(service, { amount: 10.5, payment: { pix: {} } }),
      400,
      'amount_invalid',
      'amount',
    );
    assertRefused(
      await postJson(service, { payment: { pix: {}, card: {} } }),
      400,
      'payment_kind',
      'payment',
    );
  });

  test('cannot be captured', async () => {
    const { transactionId: id } = await make();
    const answer = await service.send({
      method: 'PUT',
      path: `/v1/transactions/${id}/capture`,
      headers: API_PAIR,
    });
    assertRefused(answer, 409, 'status_conflict');
  });
});

/** Each answer names the request that it answers. */
function withoutRequest(text: string): string {
  return text.replace(/"requestId":"[^"]*"/, '');
}
