import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, sell, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import {
  bookOf,
  MOVEMENT_CARDS,
  put,
  reaches,
  receivedFor,
  recordNow,
  soldIn,
  standOf,
} from '../support/movements.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const UNKNOWN = '01a1fb48-530f-7b93-a606-3873370152ed';
const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '1000' };

onSqliteByDay('Capture', TIME_SCALE, (service) => {
  const capture = (id: unknown, amount?: string | number) =>
    put(service, id, 'capture', amount === undefined ? {} : { amount });

  test('without an amount takes the full amount: 200 with the whole record, status 6', async () => {
    const sold = recordOf(await sell(service, { top: { referenceId: 'pedido-1' } }));
    const captured = recordOf(await capture(sold.top.transactionId), 200);
    assert.deepEqual(standOf(captured), [6, '1000', undefined]);
    assert.deepEqual(
      [
        captured.card.capture,
        captured.top.amount,
        captured.card.providerCode,
        captured.card.providerReference,
      ],
      [false, '1000', '00', sold.card.providerReference],
    );
    assert.equal(captured.card.providerMessage, 'Transação capturada com sucesso');
    assert.equal(captured.card.codAuthorization, sold.card.codAuthorization);
    assert.deepEqual(captured.cardInfo, sold.cardInfo);
    assert.deepEqual(Object.keys(captured.top).sort(), Object.keys(sold.top).sort());
    assert.deepEqual(await recordNow(service, sold.top.transactionId), captured);
    assert.equal((await bookOf(service, sold.card.providerReference)).captured, 1000);
  });

  test('can be partial; an empty amount means the full amount', async () => {
    const part = await soldIn(service, 5);
    const { card } = recordOf(await capture(part, 400), 200);
    assert.deepEqual([card.capturedAmount, card.capture], ['400', false]);
    assert.deepEqual(standOf(recordOf(await capture(await soldIn(service, 5), ''), 200)), [
      6,
      '1000',
      undefined,
    ]);
    assert.deepEqual(standOf(recordOf(await capture(await soldIn(service, 5), '0001000'), 200)), [
      6,
      '1000',
      undefined,
    ]);
  });

  test('a second one is 409, and so is one of a sale that was captured at once', async () => {
    const id = await soldIn(service, 5);
    recordOf(await capture(id, 400), 200);
    assertRefused(await capture(id, 600), 409, 'status_conflict');
    const again = await capture(id);
    assertRefused(again, 409, 'status_conflict');
    assert.match(again.text, /está no status 6 CONFIRMADA\. A captura vale no status 5 AUTORIZADA\./);
    assertRefused(await capture(await soldIn(service, 6)), 409, 'status_conflict');
    assert.deepEqual(standOf(await recordNow(service, id)), [6, '400', undefined]);
  });

  test('of a sale that is denied or has an unknown outcome is 409', async () => {
    const cardInfo = { number: '4000000000090516' };
    assertRefused(await capture(await soldIn(service, 7, { cardInfo })), 409, 'status_conflict');
    // At this time scale the outcome is known after a fifth of a second, on a busy machine even before the capture.
    await until('a capture while the outcome is not known', async () => {
      const pending = recordOf(await sell(service, { cardInfo: { number: '4000000000096133' } }));
      assert.equal(pending.top.status, 10);
      const answer = await capture(pending.top.transactionId);
      if (answer.status === 200) return false;
      assertRefused(answer, 409, 'status_conflict');
      return true;
    });
  });

  for (const amount of ['0', '-1', '1.5', '1,5', 'abc', '1e2', '+5', '%20', '0x10', '00']) {
    test(`400: amount=${amount} is not an integer of at least 1`, async () => {
      const id = await soldIn(service, 5);
      assertRefused(await capture(id, amount), 400, 'amount_parameter_invalid', 'amount');
      assertRefused(await put(service, id, 'void', { amount }), 400, 'amount_parameter_invalid', 'amount');
      assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
    });
  }

  test('400: two amounts, also of a transaction that does not exist', async () => {
    const id = await soldIn(service, 5);
    assertRefused(await capture(id, '1&amount=2'), 400, 'amount_parameter_invalid', 'amount');
    assertRefused(await capture(UNKNOWN, 'x'), 400, 'amount_parameter_invalid', 'amount');
  });

  test('409: above the remaining amount, by however much', async () => {
    const id = await soldIn(service, 5);
    for (const amount of ['1001', '9007199254740993', '9'.repeat(400)]) {
      const above = await capture(id, amount);
      assertRefused(above, 409, 'amount_above_available');
      assert.match(above.text, /resta nesta transação: 1000 centavos/);
    }
    assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
  });

  test('404: unknown, no id at all, another merchant’s', async () => {
    for (const id of [UNKNOWN, 'x', '1', UNKNOWN.replace('0', 'g')]) {
      assertRefused(await capture(id), 404, 'transaction_not_found');
      assertRefused(await put(service, id, 'void'), 404, 'transaction_not_found');
    }
    const id = await soldIn(service, 5);
    const { api } = await addMerchant(service);
    for (const movement of ['capture', 'void'] as const) {
      const foreign = await put(service, id, movement, { headers: api });
      assertRefused(foreign, 404, 'transaction_not_found');
    }
    assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
  });

  test('401 without credentials, before anything else; 405 with Allow for other methods', async () => {
    const path = `${TRANSACTIONS_PATH}/${UNKNOWN}/capture?amount=x`;
    assertRefused(await service.send({ method: 'PUT', path }), 401, 'credentials_invalid');
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) {
      const answer = await service.send({ method, path, headers: API_PAIR });
      assertRefused(answer, 405, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'PUT');
    }
  });

  test('an amount in a JSON body takes that part, as number or text', async () => {
    for (const body of [{ amount: 400 }, { amount: '400' }, { amount: '0400', transactionId: 'x' }]) {
      const id = await soldIn(service, 5);
      assert.deepEqual(standOf(recordOf(await put(service, id, 'capture', { body }), 200)), [
        6,
        '400',
        undefined,
      ]);
      const given = await put(service, id, 'void', { body: { ...body, amount: 150 } });
      assert.deepEqual(standOf(recordOf(given, 200)), [6, '400', '150']);
    }
  });

  test('the same amount in query and body counts once; an empty one in either counts as none', async () => {
    for (const [amount, body] of [
      ['400', { amount: 400 }],
      ['0400', { amount: '400' }],
      ['', { amount: 400 }],
      ['400', { amount: '' }],
      ['400', { amount: null }],
    ] as const) {
      const id = await soldIn(service, 5);
      const captured = recordOf(await put(service, id, 'capture', { amount, body }), 200);
      assert.deepEqual(standOf(captured), [6, '400', undefined]);
    }
  });

  test('400: the query and the body name different amounts, and nothing is moved', async () => {
    const id = await soldIn(service, 5);
    for (const movement of ['capture', 'void'] as const) {
      const answer = await put(service, id, movement, { amount: 400, body: { amount: 500 } });
      assertRefused(answer, 400, 'amount_conflict', 'amount');
    }
    assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
  });

  for (const amount of [0, -1, 1.5, '1.5', 'abc', '1e2', ' 1', true, {}, [1]]) {
    test(`400: ${JSON.stringify(amount)} in the body is not an integer of at least 1, and nothing is moved`, async () => {
      const id = await soldIn(service, 5);
      for (const movement of ['capture', 'void'] as const) {
        const answer = await put(service, id, movement, { body: { amount } });
        assertRefused(answer, 400, 'amount_parameter_invalid', 'amount');
      }
      assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
    });
  }

  test('a body without an amount means the remaining amount', async () => {
    for (const body of ['', ' ', '{}', '{"transactionId":"x"}', '[]', '[{"amount":1}]', '"x"', 'null']) {
      const id = await soldIn(service, 5);
      const answer = await service.send({
        method: 'PUT',
        path: `/V1/Transactions/${id.toUpperCase()}/Capture/`,
        headers: { ...API_PAIR, 'Content-Type': 'application/json' },
        body,
      });
      assert.deepEqual(standOf(recordOf(answer, 200)), [6, '1000', undefined], body);
    }
  });

  test('an invalid body moves nothing: 400, or 415 with a content type other than JSON', async () => {
    const id = await soldIn(service, 5);
    for (const [type, body, status, code] of [
      ['application/json', '{"amount":', 400, 'body_invalid'],
      ['application/json', 'amount=1', 400, 'body_invalid'],
      ['application/x-www-form-urlencoded', 'amount=1', 415, 'unsupported_media_type'],
      ['image/png', Buffer.from([0, 255, 254]), 415, 'unsupported_media_type'],
    ] as const) {
      const answer = await service.send({
        method: 'PUT',
        path: `${TRANSACTIONS_PATH}/${id}/capture`,
        headers: { ...API_PAIR, 'Content-Type': type },
        body,
      });
      assertRefused(answer, status, code);
    }
    assert.deepEqual(standOf(await recordNow(service, id)), [5, undefined, undefined]);
  });

  test('card 616, answer lost: 10 at first, 6 after a query at the acquirer; captured once', async () => {
    const id = await soldIn(service, 5, { cardInfo: { number: MOVEMENT_CARDS.captureAnswerLost } });
    const unknown = recordOf(await capture(id, 700), 200);
    assert.deepEqual(standOf(unknown), [10, undefined, undefined]);
    const settled = await reaches(service, id, 6);
    assert.deepEqual(standOf(settled), [6, '700', undefined]);
    const received = await receivedFor(service, settled.card.providerReference);
    assert.deepEqual(
      received.map(({ operation }) => operation),
      ['capture'],
    );
    assert.equal((await bookOf(service, settled.card.providerReference)).captured, 700);
    assert.deepEqual(standOf(recordOf(await put(service, id, 'void'), 200)), [9, '700', '700']);
  });

  test('a sale whose approval was lost can be captured once the approval is known', async () => {
    const sold = recordOf(await sell(service, { cardInfo: { number: '4000000000096042' } }));
    await reaches(service, sold.top.transactionId, 5);
    assert.deepEqual(standOf(recordOf(await capture(sold.top.transactionId), 200)), [6, '1000', undefined]);
  });

  test('card 617, refused by the acquirer: 409 with its text, nothing changed, and a void is still possible', async () => {
    const id = await soldIn(service, 5, { cardInfo: { number: MOVEMENT_CARDS.captureDenied } });
    const before = await recordNow(service, id);
    const refused = await capture(id);
    assertRefused(refused, 409, 'movement_declined');
    assert.match(refused.text, /A adquirente recusou a operação: ./);
    assert.deepEqual(await recordNow(service, id), before);
    assert.deepEqual(standOf(recordOf(await put(service, id, 'void'), 200)), [9, undefined, '1000']);
  });
});

onSqliteByDay('Void', TIME_SCALE, (service) => {
  const voidOf = (id: unknown, amount?: string | number) =>
    put(service, id, 'void', amount === undefined ? {} : { amount });

  test('of an authorization releases the full amount: 200 with the whole record, final status 9', async () => {
    const id = await soldIn(service, 5);
    const canceled = recordOf(await voidOf(id), 200);
    assert.deepEqual(standOf(canceled), [9, undefined, '1000']);
    assert.equal(canceled.card.providerMessage, 'Transação cancelada com sucesso');
    assert.deepEqual(await recordNow(service, id), canceled);
    for (const movement of ['capture', 'void'] as const) {
      assertRefused(await put(service, id, movement), 409, 'status_conflict');
    }
    const received = await receivedFor(service, canceled.card.providerReference);
    assert.deepEqual(
      received.map(({ operation }) => operation),
      ['void'],
    );
  });

  test('of a part of an authorization leaves it authorized, with less to capture', async () => {
    const id = await soldIn(service, 5);
    assert.deepEqual(standOf(recordOf(await voidOf(id, 300), 200)), [5, undefined, '300']);
    assert.deepEqual(standOf(recordOf(await voidOf(id, 100), 200)), [5, undefined, '400']);
    assertRefused(await put(service, id, 'capture', { amount: 601 }), 409, 'amount_above_available');
    assertRefused(await voidOf(id, 601), 409, 'amount_above_available');
    const captured = recordOf(await put(service, id, 'capture'), 200);
    assert.deepEqual(standOf(captured), [6, '600', undefined]);
    assert.deepEqual(standOf(recordOf(await voidOf(id), 200)), [9, '600', '600']);
  });

  test('of parts until nothing is left is a full void', async () => {
    const id = await soldIn(service, 5);
    recordOf(await voidOf(id, 999), 200);
    assert.deepEqual(standOf(recordOf(await voidOf(id, 1), 200)), [9, undefined, '1000']);
  });

  test('of a captured sale refunds it: in full status 9, in part 6 until nothing is left', async () => {
    const all = recordOf(await voidOf(await soldIn(service, 6)), 200);
    assert.deepEqual(standOf(all), [9, '1000', '1000']);
    const id = await soldIn(service, 6);
    assert.deepEqual(standOf(recordOf(await voidOf(id, 250), 200)), [6, '1000', '250']);
    assertRefused(await voidOf(id, 751), 409, 'amount_above_available');
    assert.deepEqual(standOf(recordOf(await voidOf(id, 250), 200)), [6, '1000', '500']);
    const last = recordOf(await voidOf(id), 200);
    assert.deepEqual(standOf(last), [9, '1000', '1000']);
    const received = await receivedFor(service, last.card.providerReference);
    assert.deepEqual(
      received.map(({ operation, amount }) => [operation, amount]),
      [
        ['refund', 250],
        ['refund', 250],
        ['refund', 500],
      ],
    );
    const references = new Set(received.map(({ refund }) => refund));
    assert.equal(references.size, 3);
  });

  test('of a partly captured sale refunds the captured amount', async () => {
    const id = await soldIn(service, 5);
    recordOf(await put(service, id, 'capture', { amount: 400 }), 200);
    const above = await voidOf(id, 401);
    assertRefused(above, 409, 'amount_above_available');
    assert.match(above.text, /resta nesta transação: 400 centavos/);
    assert.deepEqual(standOf(recordOf(await voidOf(id, 150), 200)), [6, '400', '150']);
    assert.deepEqual(standOf(recordOf(await voidOf(id), 200)), [9, '400', '400']);
  });

  test('of a denied sale is 409', async () => {
    const cardInfo = { number: '4000000000090516' };
    const denied = await voidOf(await soldIn(service, 7, { cardInfo }));
    assertRefused(denied, 409, 'status_conflict');
    assert.match(denied.text, /status 7 NEGADA\. O cancelamento vale nos status 5 AUTORIZADA e 6 CONFIRMADA/);
  });

  test('card 619, refused by the acquirer: 409, nothing changed', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundDenied } });
    const before = await recordNow(service, id);
    assertRefused(await voidOf(id), 409, 'movement_declined');
    assertRefused(await voidOf(id, 10), 409, 'movement_declined');
    assert.deepEqual(await recordNow(service, id), before);
  });

  test('card 620, answer lost: 8 at first, then the status in the acquirer’s book; refunded once', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundAnswerLost } });
    assert.deepEqual(standOf(recordOf(await voidOf(id, 400), 200)), [8, '1000', undefined]);
    const part = await reaches(service, id, 6);
    assert.deepEqual(standOf(part), [6, '1000', '400']);
    assert.equal(recordOf(await voidOf(id), 200).top.status, 8);
    assert.deepEqual(standOf(await reaches(service, id, 9)), [9, '1000', '1000']);
    const received = await receivedFor(service, part.card.providerReference);
    assert.deepEqual(
      received.map(({ amount }) => amount),
      [400, 600],
    );
  });

  test('card 620 without capture is voided: no answer is lost', async () => {
    const id = await soldIn(service, 5, { cardInfo: { number: MOVEMENT_CARDS.refundAnswerLost } });
    assert.deepEqual(standOf(recordOf(await voidOf(id), 200)), [9, undefined, '1000']);
  });

  test('the short list and the history agree', async () => {
    const referenceId = 'movido-uma-vez';
    const id = await soldIn(service, 5, { top: { referenceId } });
    recordOf(await put(service, id, 'capture'), 200);
    const listed = (await getAs(service, `${TRANSACTIONS_PATH}?referenceId=${referenceId}`)).json();
    assert.equal((listed as { status: number }[])[0]?.status, 6);
    const shown = JSON.stringify(await service.command('transaction', 'show', id));
    assert.match(shown, /"capture"/);
  });
});

/** So slow that the acquirer is still processing when the first answer is checked, even on a busy machine. */
const SLOW_TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '10' };

onSqliteByDay('A slow refund', SLOW_TIME_SCALE, (service) => {
  const voidOf = (id: unknown, amount?: number) =>
    put(service, id, 'void', amount === undefined ? {} : { amount });

  test('card 618, accepted and final later: 8, then 9; no other movement meanwhile', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundProcessing } });
    assert.deepEqual(standOf(recordOf(await voidOf(id), 200)), [8, '1000', undefined]);
    const meanwhile = await voidOf(id, 1);
    if ((await recordNow(service, id)).top.status === 8) assertRefused(meanwhile, 409, 'movement_running');
    assert.deepEqual(standOf(await reaches(service, id, 9)), [9, '1000', '1000']);
  });

  test('card 618 in part: 8, then 6 with the refunded amount', async () => {
    const id = await soldIn(service, 6, { cardInfo: { number: MOVEMENT_CARDS.refundProcessing } });
    for (const refunded of ['300', '600']) {
      assert.equal(recordOf(await voidOf(id, 300), 200).top.status, 8);
      assert.deepEqual(standOf(await reaches(service, id, 6)), [6, '1000', refunded]);
    }
  });
});
