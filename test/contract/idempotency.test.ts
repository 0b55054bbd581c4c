import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import {
  API_PAIR,
  cardHashOf,
  getAs,
  MASTERCARD,
  postJson,
  publicKeyFor,
  type Sale,
  saleBody,
  TRANSACTIONS_PATH,
} from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { addMerchant } from '../support/merchants.ts';
import {
  authorizationsOf,
  MOVEMENT_CARDS,
  put,
  reaches,
  receivedFor,
  recordNow,
  soldIn,
  standOf,
} from '../support/movements.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';

const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '1000' };
const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 800,
  screenWidth: 360,
  timeZoneOffset: 3,
};
let made = 0;
const newKey = (): string => {
  made += 1;
  return `chave-${made}`;
};
const withKey = (key: string) => ({ 'Idempotency-Key': key });

onSqliteByDay('Idempotency-Key on sales', TIME_SCALE, (service) => {
  const sellWith = (key: string, sale: Sale = {}, more: Readonly<Record<string, string>> = API_PAIR) =>
    postJson(service, saleBody(sale), { ...more, ...withKey(key) });
  const countOf = async (referenceId: string) =>
    ((await getAs(service, `${TRANSACTIONS_PATH}?referenceId=${referenceId}`)).json() as Fields[]).length;
  const assertReplay = (first: HttpAnswer, again: HttpAnswer) => {
    assert.deepEqual([again.status, again.text], [first.status, first.text]);
    assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);
  };

  test('the same sale sent again gets the first answer with 201, and no second sale is made', async () => {
    const key = newKey();
    const sale = { top: { referenceId: key, amount: '7001' } };
    const first = await sellWith(key, sale);
    recordOf(first);
    for (let again = 0; again < 3; again += 1) assertReplay(first, await sellWith(key, sale));
    assert.equal(await countOf(key), 1);
    assert.equal(await authorizationsOf(service, '7001'), 1);
  });

  test('the answer of a denied sale is repeated too, also if it was denied without the acquirer', async () => {
    const refusedBefore = { top: { userAgent: 'x', device: DEVICE }, card: { type: 2, installments: 2 } };
    for (const sale of [{ cardInfo: { number: '4000000000090516' } }, refusedBefore]) {
      const key = newKey();
      const first = await sellWith(key, sale);
      assert.equal(recordOf(first).top.status, 7);
      assertReplay(first, await sellWith(key, sale));
    }
  });

  test('the first answer is repeated even after the sale was captured and voided', async () => {
    const key = newKey();
    const first = await sellWith(key);
    const id = recordOf(first).top.transactionId;
    recordOf(await put(service, id, 'capture'), 200);
    recordOf(await put(service, id, 'void', { amount: 1 }), 200);
    assertReplay(first, await sellWith(key));
    assert.deepEqual(standOf(await recordNow(service, id)), [6, '1000', '1']);
  });

  test('member order, numbers as text, unknown fields and another cvv do not make a different request', async () => {
    const key = newKey();
    const first = await sellWith(key, { top: { referenceId: 'r', description: 'x' } });
    const id = recordOf(first).top.transactionId;
    const { payment, ...top } = saleBody({
      top: { description: 'x', referenceId: 'r', amount: 1000, unknown: 1, customer: null },
      card: { type: '1', other: true },
      cardInfo: { cvv: '999' },
    }) as Record<string, unknown>;
    const again = await postJson(service, { payment, ...top }, { ...API_PAIR, ...withKey(key) });
    // `type` was not sent the first time, so this is a different body.
    assertRefused(again, 422, 'idempotency_mismatch');
    const { card } = payment as { card: Record<string, unknown> };
    const { type: _, ...cardWithout } = card;
    const body = { payment: { card: cardWithout }, ...top };
    const same = await postJson(service, body, { ...API_PAIR, ...withKey(key) });
    assert.equal(recordOf(same).top.transactionId, id);
    assert.equal((recordOf(same).cardInfo as Fields).cvv, '***');
  });

  test('422: a different body with the same key, whatever differs', async () => {
    const key = newKey();
    recordOf(await sellWith(key));
    for (const sale of [
      { top: { amount: '1001' } },
      { top: { referenceId: 'outra' } },
      { card: { capture: true } },
      { cardInfo: { number: MASTERCARD } },
      { cardInfo: { expirationYear: '2036' } },
    ]) {
      assertRefused(await sellWith(key, sale), 422, 'idempotency_mismatch');
    }
  });

  test('a sale refused with a 4xx leaves its key unused', async () => {
    const key = newKey();
    const wrong = await sellWith(key, { cardInfo: { number: '4235647728025683' } });
    assertRefused(wrong, 400, 'card_number_invalid', 'payment.card.cardInfo.number');
    assertRefused(await sellWith(key, { top: { amount: '0' } }), 400, 'amount_invalid', 'amount');
    recordOf(await sellWith(key));
  });

  test('a sale with a cardHash gets its first answer again even after the session ended', async () => {
    const session = await publicKeyFor(service);
    const cardInfo = { cardHash: cardHashOf(session) };
    const body = saleWith({ cardInfo });
    const headers = { ...API_PAIR, ...withKey(newKey()) };
    const first = await postJson(service, body, headers);
    recordOf(first);
    const bad = Buffer.alloc(256, 1).toString('base64') + session.sessionKey;
    for (let tries = 0; tries < 20; tries += 1) {
      await postJson(service, saleWith({ cardInfo: { cardHash: bad } }));
    }
    assertRefused(await postJson(service, body), 400, 'card_hash_expired', 'payment.card.cardInfo.cardHash');
    assertReplay(first, await postJson(service, body, headers));
  });

  test('an unknown outcome is repeated as first answered, even once it is known', async () => {
    const key = newKey();
    const sale = { cardInfo: { number: '4000000000096042' } };
    const first = await sellWith(key, sale);
    const { top } = recordOf(first);
    assert.equal(top.status, 10);
    await reaches(service, top.transactionId, 5);
    assertReplay(first, await sellWith(key, sale));
  });

  test('keys belong to their merchant', async () => {
    const key = newKey();
    const { api } = await addMerchant(service);
    const mine = recordOf(await sellWith(key)).top.transactionId;
    const theirs = recordOf(await sellWith(key, { top: { amount: '2' } }, api)).top.transactionId;
    assert.notEqual(theirs, mine);
  });

  for (const [name, key] of [
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
  ] as const) {
    test(`400: a key that is ${name}`, async () => {
      assertRefused(await sellWith(key), 400, 'idempotency_key_invalid');
      const id = await soldIn(service, 5);
      const answer = await put(service, id, 'capture', { headers: withKey(key) });
      assertRefused(answer, 400, 'idempotency_key_invalid');
    });
  }

  test('a key may have 1 to 255 characters of any kind', async () => {
    for (const key of ['k', 'x'.repeat(255), '"a b", c;=é%00']) {
      const first = await sellWith(key);
      recordOf(first);
      assertReplay(first, await sellWith(key));
    }
  });
});

onSqliteByDay('Idempotency-Key on captures and voids', TIME_SCALE, (service) => {
  const putWith = (key: string, id: string, movement: 'capture' | 'void', amount?: number) =>
    put(service, id, movement, { ...(amount === undefined ? {} : { amount }), headers: withKey(key) });

  test('the same capture sent again gets the first answer with 200, even after a void', async () => {
    const [id, key] = [await soldIn(service, 5), newKey()];
    const first = await putWith(key, id, 'capture', 400);
    recordOf(first, 200);
    assert.equal((await putWith(key, id, 'capture', 400)).text, first.text);
    recordOf(await put(service, id, 'void'), 200);
    assert.equal((await putWith(key, id, 'capture', 400)).text, first.text);
    const received = await receivedFor(service, recordOf(first, 200).card.providerReference);
    assert.deepEqual(
      received.map(({ operation }) => operation),
      ['capture', 'refund'],
    );
  });

  test('the same partial void sent twice refunds once; with another key it refunds again', async () => {
    const [id, key] = [await soldIn(service, 6), newKey()];
    const first = await putWith(key, id, 'void', 100);
    assert.equal((await putWith(key, id, 'void', 100)).text, first.text);
    assert.deepEqual(standOf(await recordNow(service, id)), [6, '1000', '100']);
    recordOf(await putWith(newKey(), id, 'void', 100), 200);
    assert.deepEqual(standOf(await recordNow(service, id)), [6, '1000', '200']);
    assert.equal((await putWith(key, id, 'void', 100)).text, first.text);
  });

  test('422: the same key with another amount, no amount, or another transaction', async () => {
    const [id, other, key] = [await soldIn(service, 5), await soldIn(service, 5), newKey()];
    recordOf(await putWith(key, id, 'capture', 400), 200);
    assertRefused(await putWith(key, id, 'capture', 401), 422, 'idempotency_mismatch');
    assertRefused(await putWith(key, id, 'capture'), 422, 'idempotency_mismatch');
    assertRefused(await putWith(key, other, 'capture', 400), 422, 'idempotency_mismatch');
    assert.deepEqual(standOf(await recordNow(service, other)), [5, undefined, undefined]);
  });

  test('an amount in the body and in the query make the same request; a different amount does not', async () => {
    const [id, key] = [await soldIn(service, 6), newKey()];
    const headers = withKey(key);
    const first = await put(service, id, 'void', { body: { amount: 100 }, headers });
    assert.deepEqual(standOf(recordOf(first, 200)), [6, '1000', '100']);
    assert.equal((await put(service, id, 'void', { body: { amount: '100' }, headers })).text, first.text);
    assert.equal((await putWith(key, id, 'void', 100)).text, first.text);
    const other = await put(service, id, 'void', { body: { amount: 200 }, headers });
    assertRefused(other, 422, 'idempotency_mismatch');
    assert.deepEqual(standOf(await recordNow(service, id)), [6, '1000', '100']);
  });

  test('sale, capture and void have keys of their own', async () => {
    const key = newKey();
    const sold = recordOf(await postJson(service, saleBody(), { ...API_PAIR, ...withKey(key) }));
    const id = String(sold.top.transactionId);
    assert.equal(recordOf(await putWith(key, id, 'capture'), 200).top.status, 6);
    assert.equal(recordOf(await putWith(key, id, 'void'), 200).top.status, 9);
  });

  test('the letter case of the header name and of the id does not make a different request', async () => {
    const [id, key] = [await soldIn(service, 6), newKey()];
    const first = await putWith(key, id, 'void', 100);
    const headers = { 'IDEMPOTENCY-KEY': key };
    const again = await put(service, id.toUpperCase(), 'void', { amount: '0100', headers });
    assert.equal(again.text, first.text);
  });

  test('a movement refused by the gateway or by the acquirer leaves its key unused', async () => {
    const key = newKey();
    assertRefused(
      await putWith(key, '01a1fb48-530f-7b93-a606-3873370152ed', 'void'),
      404,
      'transaction_not_found',
    );
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundDenied } });
    assertRefused(await putWith(key, id, 'void', 1001), 409, 'amount_above_available');
    assertRefused(await putWith(key, id, 'void'), 409, 'movement_declined');
    assertRefused(await putWith(key, id, 'void'), 409, 'movement_declined');
    const { card } = await recordNow(service, id);
    assert.equal((await receivedFor(service, card.providerReference)).length, 2);
    assert.equal(recordOf(await putWith(key, await soldIn(service, 6), 'void'), 200).top.status, 9);
  });

  test('an unknown outcome is repeated as first answered, and nothing is sent again', async () => {
    const id = await soldIn(service, 5, { cardInfo: { number: MOVEMENT_CARDS.captureAnswerLost } });
    const key = newKey();
    const first = await putWith(key, id, 'capture');
    assert.equal(recordOf(first, 200).top.status, 10);
    const settled = await reaches(service, id, 6);
    assert.equal((await putWith(key, id, 'capture')).text, first.text);
    assert.equal((await receivedFor(service, settled.card.providerReference)).length, 1);
  });

  test('the header is part of the API reference', async () => {
    const { paths } = (await service.send({ path: '/openapi.json' })).json() as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    };
    for (const [path, method] of [
      ['/v1/transactions', 'post'],
      ['/v1/transactions/{transactionId}/capture', 'put'],
      ['/v1/transactions/{transactionId}/void', 'put'],
    ] as const) {
      const named = paths[path]?.[method]?.parameters?.filter((one) => one.in === 'header') ?? [];
      assert.deepEqual(
        named.map(({ name }) => name.toLowerCase()),
        ['idempotency-key'],
        path,
      );
    }
  });
});
