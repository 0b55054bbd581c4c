import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson, saleBody, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';

onSqliteByDay('Queries', {}, (service) => {
  let other: ApiPair;
  before(async () => {
    other = (await addMerchant(service)).api;
  });
  const list = async (query: string, headers?: ApiPair) => {
    const answer = await getAs(service, `/v1/transactions?${query}`, headers);
    assert.equal(answer.status, 200, answer.text);
    return answer.json() as readonly Fields[];
  };

  test('by id: 200 with the full record', async () => {
    const { top } = recordOf(await sell(service));
    assert.deepEqual(recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200).top, top);
  });

  test('by id: also found in capitals', async () => {
    const { top } = recordOf(await sell(service));
    const path = `/V1/TRANSACTIONS/${String(top.transactionId).toUpperCase()}/`;
    assert.deepEqual(recordOf(await getAs(service, path), 200).top, top);
  });

  test("by id: another merchant's transaction is 404, as an unknown one is", async () => {
    const { top } = recordOf(await sell(service));
    const foreign = await getAs(service, `/v1/transactions/${top.transactionId}`, other);
    assertRefused(foreign, 404, 'transaction_not_found');
    const unknown = await getAs(service, '/v1/transactions/01a1fb48-530f-7b93-a606-3873370152ed');
    assertRefused(unknown, 404, 'transaction_not_found');
  });

  test('by id: anything but a UUID is 404', async () => {
    for (const id of [
      '1',
      '0',
      '-1',
      'undefined',
      '9007199254740993',
      '%00',
      "1'--",
      '%C3%A9',
      'a'.repeat(199),
      'capture',
    ]) {
      assertRefused(await getAs(service, `/v1/transactions/${id}`), 404, 'transaction_not_found');
    }
  });

  test('by id: a body, which old clients send, is ignored', async () => {
    const { top } = recordOf(await sell(service));
    for (const body of ['{"transactionId":"other"}', 'not json', '']) {
      const path = `/v1/transactions/${top.transactionId}`;
      const answer = await service.send({
        path,
        headers: { ...API_PAIR, 'Content-Type': 'application/json' },
        body,
      });
      assert.deepEqual(recordOf(answer, 200).top, top);
    }
  });

  test('by referenceId: short records, newest first', async () => {
    const sold: Fields[] = [];
    for (const amount of ['100', '200', '300']) {
      sold.push(recordOf(await sell(service, { top: { referenceId: 'order 1/á', amount } })).top);
    }
    const expected = sold.toReversed().map(({ transactionId, amount, status, dtTransaction }) => ({
      transactionId,
      amount,
      status,
      dtTransaction,
    }));
    assert.deepEqual(await list(`referenceId=${encodeURIComponent('order 1/á')}`), expected);
  });

  test('by referenceId: limit returns that many of the newest, at most 10', async () => {
    for (let amount = 1; amount <= 12; amount += 1)
      recordOf(await sell(service, { top: { referenceId: 'many', amount } }));
    const amounts = async (query: string) =>
      (await list(`referenceId=many${query}`)).map((record) => record.amount);
    const newest = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'];
    assert.deepEqual(await amounts(''), newest);
    assert.deepEqual(await amounts('&limit='), newest);
    assert.deepEqual(await amounts('&limit=10'), newest);
    assert.deepEqual(await amounts('&limit=11'), newest);
    assert.deepEqual(await amounts('&limit=1'), ['12']);
    assert.deepEqual(await amounts('&limit=3'), ['12', '11', '10']);
  });

  test('by referenceId: a limit other than a positive integer is refused', async () => {
    for (const limit of ['0', '-1', '1.5', 'x', '1e1', '0x1', '1&limit=2']) {
      assertRefused(
        await getAs(service, `/v1/transactions?referenceId=many&limit=${limit}`),
        400,
        'limit_invalid',
        'limit',
      );
    }
  });

  test('by referenceId: an unknown one returns an empty list', async () => {
    assert.deepEqual(await list('referenceId=nobody'), []);
    assert.deepEqual(await list(`referenceId=${'a'.repeat(300)}`), []);
  });

  test('by referenceId: letter case matters', async () => {
    recordOf(await sell(service, { top: { referenceId: 'CaSe' } }));
    assert.deepEqual(await list('referenceId=case'), []);
    assert.equal((await list('referenceId=CaSe')).length, 1);
  });

  test("by referenceId: another merchant's sales with the same one are not listed", async () => {
    recordOf(await sell(service, { top: { referenceId: 'shared' } }));
    recordOf(await postJson(service, saleBody({ top: { referenceId: 'shared', amount: '7' } }), other));
    assert.deepEqual(
      (await list('referenceId=shared', other)).map((record) => record.amount),
      ['7'],
    );
    assert.deepEqual(
      (await list('referenceId=shared')).map((record) => record.amount),
      ['1000'],
    );
  });

  test('by referenceId: a missing one is 400', async () => {
    for (const query of ['', '?', '?referenceId', '?referenceId=', '?limit=3', '?REFERENCEID=many']) {
      assertRefused(
        await getAs(service, `/v1/transactions${query}`),
        400,
        'reference_id_required',
        'referenceId',
      );
    }
  });

  test('by referenceId: NUL and invalid UTF-8 cause no server error', async () => {
    for (const reference of ['%00', 'a%00b', '%FF', '%', '%ED%A0%80']) {
      const { status, text } = await getAs(service, `/v1/transactions?referenceId=${reference}`);
      assert.ok(status === 200 || status === 400, text);
    }
  });

  test('a record survives a restart', async () => {
    const { top } = recordOf(await sell(service, { card: { capture: true } }));
    await service.stop();
    await service.start();
    assert.deepEqual(recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200).top, top);
  });
});
