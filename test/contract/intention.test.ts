import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs } from '../support/gateway-client.ts';
import { intend, linkRecord } from '../support/hosted-page.ts';
import { addMerchant } from '../support/merchants.ts';
import { ok, startReceiver } from '../support/receiver.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Fields = Readonly<Record<string, unknown>>;

const body = (top: Fields = {}, card: Fields = {}) => ({
  referenceId: 'pedido-link',
  amount: '28990',
  payment: { card: { type: 0, capture: true, installments: 3, ...card } },
  ...top,
});

async function created(service: TestService, fields: unknown = body()) {
  const answer = await intend(service, fields);
  assert.equal(answer.status, 201, answer.text);
  return answer.json() as { transactionId: string; url: string; status: number };
}

onSqliteByDay('Payment links for one payment', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  test('POST /v1/intention answers 201 with transactionId, url and status 1; GET and the list return it', async () => {
    const { transactionId, url, status } = await created(service);
    assert.equal(status, 1);
    assert.match(new URL(url).pathname, /^\/v1\/payment\/[\w-]{43}$/);
    assert.ok(!url.includes(transactionId));
    const record = await linkRecord(service, transactionId);
    assert.deepEqual(
      [record.status, record.amount, record.payment.card.type, record.payment.card.installments],
      [1, '28990', 0, 3],
    );
    assert.ok(!('cardInfo' in record.payment.card));
    const listed = await getAs(service, '/v1/transactions?referenceId=pedido-link&limit=1');
    assert.deepEqual(
      (listed.json() as Fields[]).map((one) => one.status),
      [1],
    );
  });

  test('null and empty members count as absent, and other kinds of payment beside a card are ignored', async () => {
    const { transactionId } = await created(service, {
      ...body({ description: null, redirectUrl: '', postBackUrl: null, dtExpiration: null }),
      payment: {
        card: { type: '1', capture: 'true', installments: '2', saveCard: 'false', cardInfo: null },
        bankSlip: null,
        pix: { provider: 'C6BANK', key: ['EVP'] },
      },
    });
    const { card } = (await linkRecord(service, transactionId)).payment;
    assert.deepEqual([card.type, card.capture, card.installments], [1, true, 2]);
  });

  test('wrong fields are refused with 400 and store nothing', async () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [body({ amount: 0 }), 'amount'],
      [body({ amount: undefined }), 'amount'],
      [{ amount: 100, payment: { pix: { key: 'EVP' } } }, 'payment.pix.key'],
      [{ amount: 100, payment: { electronicTransfer: {} } }, 'payment.electronicTransfer'],
      [
        { amount: 1_000, payment: { bankSlip: { expirationDate: 'logo' } } },
        'payment.bankSlip.expirationDate',
      ],
      [{ amount: 100, payment: { bankSlip: {} } }, 'amount'],
      [{ amount: 100, payment: {} }, 'payment'],
      [body({}, { type: 3 }), 'payment.card.type'],
      [body({}, { installments: 100 }), 'payment.card.installments'],
      [body({ redirectUrl: 'javascript:alert(1)' }), 'redirectUrl'],
      [body({ postBackUrl: 'ftp://a.example' }), 'postBackUrl'],
      [body({ dtExpiration: '2020-01-01T00:00:00' }), 'dtExpiration'],
      [body({ dtExpiration: '2999-01-01T00:00:00' }), 'dtExpiration'],
      [body({ dtExpiration: 'amanhã' }), 'dtExpiration'],
      [body({ description: 'cartão 4235647728025682' }), 'description'],
      [body({ redirectUrl: 'https://loja.example/4235647728025682' }), 'redirectUrl'],
      [body({ postBackUrl: 'https://loja.example/4235647728025682' }), 'postBackUrl'],
    ];
    for (const [fields, field] of wrong) {
      const answer = await intend(service, fields);
      assert.equal(answer.status, 400, answer.text);
      assert.equal((answer.json() as { error: { field: string } }).error.field, field);
    }
    assert.equal((await intend(service, body(), {})).status, 401);
  });

  test('the same Idempotency-Key gives the same link', async () => {
    const headers = { ...API_PAIR, 'Idempotency-Key': 'link-1' };
    const first = await intend(service, body(), headers);
    assert.deepEqual((await intend(service, body(), headers)).json(), first.json());
    assert.equal((await intend(service, body({ amount: '1' }), headers)).status, 422);
  });

  test('a void cancels it: status 12 with a postback, once, and only by its own merchant', async (t) => {
    const receiver = await startReceiver(ok);
    t.after(() => receiver.close());
    const { transactionId } = await created(service, body({ postBackUrl: `${receiver.address}/aviso` }));
    const cancel = (headers: Readonly<Record<string, string>> = API_PAIR, query = '') =>
      service.send({ method: 'PUT', path: `/v1/transactions/${transactionId}/void${query}`, headers });
    const other = await addMerchant(service);
    assert.equal((await cancel(other.api)).status, 404);
    assert.equal((await cancel(API_PAIR, '?amount=1')).status, 409);
    const answer = await cancel({ ...API_PAIR, 'Idempotency-Key': 'cancel-1' });
    assert.deepEqual([answer.status, (answer.json() as Fields).status], [200, 12]);
    assert.deepEqual((await cancel({ ...API_PAIR, 'Idempotency-Key': 'cancel-1' })).json(), answer.json());
    assert.equal((await cancel()).status, 409);
    await until('both postbacks arrive', () => receiver.received.length === 2);
    const statuses = receiver.received.map((one) => (JSON.parse(one.body) as Fields).status);
    assert.deepEqual(statuses, [1, 12]);
  });

  test('after its time limit it expires: 1 → 4', async () => {
    const soon = await created(service);
    service.clock.advance(7 * DAY + MINUTE);
    await until('it has expired', async () => (await linkRecord(service, soon.transactionId)).status === 4);
    const cancel = { method: 'PUT', path: `/v1/transactions/${soon.transactionId}/void`, headers: API_PAIR };
    assert.equal((await service.send(cancel)).status, 409);
  });
});
