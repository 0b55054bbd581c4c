import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICE } from '../support/buyer.ts';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import { getAs, postJson, sell } from '../support/gateway-client.ts';
import { saleWith } from '../support/sales.ts';
import { onSqliteByDay } from '../support/service.ts';

const EVERY_FIELD = {
  referenceId: 'pedido-1',
  description: 'Duas entradas',
  amount: 2590,
  userAgent: 'Mozilla/5.0',
  postBackUrl: 'https://loja.example/aviso',
  returnUrl: 'https://loja.example/volta',
  customer: { name: 'Maria', document: '52998224725' },
  payment: {
    card: {
      type: '1',
      capture: 'true',
      installments: '3',
      interestType: '3',
      authenticate: '3',
      softDescriptor: 'LOJA*PEDIDO',
      saveCard: '1',
      recurrent: 1,
      provider: 'rede',
      providerVersion: 'Rest',
      cardInfo: {
        number: '5448 2800 0000 0007',
        expirationMonth: 1,
        expirationYear: '35',
        cvv: 123,
        brand: 'Mastercard',
        holderName: 'MARIA S SILVA',
      },
    },
  },
};

/** Values that only the service knows; they are checked elsewhere. */
function withoutGenerated({ transactionId, dtTransaction, ...top }: Fields): Fields {
  const { card } = top.payment as { card: Fields };
  const { providerReference, providerMessage, providerVersion, codAuthorization, ...rest } = card;
  return { ...top, payment: { card: rest } };
}

/** Members beyond the specification may be between those of it. */
function assertOrder(record: Fields, names: readonly string[]): void {
  assert.deepEqual(
    Object.keys(record).filter((name) => names.includes(name)),
    names,
  );
}

onSqliteByDay('Transaction answer', {}, (service) => {
  test('201 with every field of request and response, in the types of the specification', async () => {
    const answer = await postJson(service, EVERY_FIELD);
    const { top, card, cardInfo } = recordOf(answer);
    const { token } = cardInfo;
    assert.match(String(token), /^[0-9a-f-]{36}\d{4}$/);
    assert.deepEqual(withoutGenerated(top), {
      referenceId: 'pedido-1',
      description: 'Duas entradas',
      amount: '2590',
      status: 6,
      userAgent: 'Mozilla/5.0',
      postBackUrl: 'https://loja.example/aviso',
      returnUrl: 'https://loja.example/volta',
      customer: { name: 'Maria', document: '52998224725' },
      payment: {
        card: {
          type: 1,
          capture: true,
          installments: 3,
          interestType: 3,
          authenticate: 3,
          softDescriptor: 'LOJA*PEDIDO',
          saveCard: true,
          recurrent: true,
          provider: 'REDE',
          integrationType: 1,
          providerCode: '00',
          capturedAmount: '2590',
          cardInfo: {
            number: '544828******0007',
            expirationMonth: '01',
            expirationYear: '2035',
            cvv: '***',
            brand: 'Mastercard',
            holderName: 'MARIA S SILVA',
            token,
          },
        },
      },
    });
    assert.equal(card.providerVersion, 'Rest');
  });

  test('members are in the order of the specification', async () => {
    const { top, card, cardInfo } = recordOf(
      await postJson(service, {
        ...EVERY_FIELD,
        device: { ...DEVICE },
        payment: { card: { ...EVERY_FIELD.payment.card, type: 2, installments: 1 } },
      }),
    );
    assertOrder(top, [
      ...['transactionId', 'referenceId', 'description', 'amount', 'status', 'dtTransaction', 'userAgent'],
      ...['postBackUrl', 'customer', 'payment', 'device', 'redirectUrl'],
    ]);
    assertOrder(card, [
      ...['type', 'capture', 'installments', 'interestType', 'authenticate', 'softDescriptor', 'saveCard'],
      ...['recurrent', 'provider', 'providerVersion', 'integrationType', 'providerReference', 'cardInfo'],
    ]);
    assertOrder(cardInfo, ['number', 'expirationMonth', 'expirationYear', 'cvv', 'brand', 'holderName']);
    assertOrder(top.device as Fields, [
      ...['colorDepth', 'deviceType3ds', 'javaEnabled', 'language', 'screenHeight', 'screenWidth'],
      'timeZoneOffset',
    ]);
    const sold = recordOf(await postJson(service, EVERY_FIELD)).card;
    assertOrder(sold, [
      'providerReference',
      'providerCode',
      'providerMessage',
      'codAuthorization',
      'cardInfo',
    ]);
  });

  test('the API reference names every status', async () => {
    const { text } = await service.send({ path: '/openapi.json' });
    for (const [status, name] of [
      [0, 'TRANSACAO INICIADA'],
      [5, 'AUTORIZADA'],
      [8, 'CANCELAMENTO EM ANDAMENTO'],
      [11, 'FALHA NA COMUNICACAO COM FORNECEDOR'],
    ] as const) {
      assert.ok(text.includes(`\`${status}\` ${name}: `), name);
    }
  });

  test('201 with defaults, and optional fields that were not sent and have no default are absent', async () => {
    const cardInfo = { number: '4235647728025682', expirationMonth: '12', expirationYear: '2035' };
    const { top, card } = recordOf(await postJson(service, saleWith({ cardInfo })));
    assert.deepEqual(withoutGenerated(top), {
      amount: '1000',
      status: 5,
      payment: {
        card: {
          type: 1,
          capture: false,
          installments: 1,
          interestType: 3,
          authenticate: 3,
          saveCard: false,
          recurrent: false,
          provider: 'REDE',
          integrationType: 1,
          providerCode: '00',
          cardInfo: { ...cardInfo, number: '423564******5682', brand: 'VISA' },
        },
      },
    });
    for (const name of ['providerReference', 'providerMessage', 'providerVersion', 'codAuthorization']) {
      assert.equal(typeof card[name], 'string', name);
    }
  });

  test('no member is null, whatever the outcome', async () => {
    for (const number of [
      '4235647728025682',
      '4000000000090516',
      '4000000000096059',
      '4000000000096067',
      '4490861761911670',
    ]) {
      const { text } = await sell(service, { cardInfo: { number } });
      assert.equal(text.includes('null'), false, text);
    }
  });

  test('201 with the whole record also when the sale is denied', async () => {
    const { top, card } = recordOf(
      await sell(service, { top: { referenceId: 'denied' }, cardInfo: { number: '4000000000090516' } }),
    );
    assert.equal(top.status, 7);
    assert.equal(top.referenceId, 'denied');
    assert.equal(card.provider, 'REDE');
    assert.equal('capturedAmount' in card, false);
  });

  const refusals = [
    ['51', '4000000000090516', {}, ['soft_customer', 'later', undefined]],
    ['54', '4000000000090540', {}, ['fix_data', 'after_change', undefined]],
    ['39, debit only', '4000000000099061', {}, ['wrong_function', 'after_change', undefined]],
    ['79 with advice 03', '5200000000099017', {}, ['hard', 'no', undefined]],
    ['51 with advice 24', '5200000000099033', {}, ['soft_customer', 'later', 60]],
    ['82 with advice 02', '5200000000099025', {}, ['soft_customer', 'later', 72 * 60]],
    [
      'too many installments',
      '4235647728025682',
      { installments: 13 },
      ['merchant_config', 'after_change', undefined],
    ],
  ] as const;
  for (const [name, number, card, expected] of refusals)
    test(`a refusal says why and whether it may be tried again: ${name}`, async () => {
      const sold = recordOf(await sell(service, { card, cardInfo: { number } }));
      assert.equal(sold.top.status, 7);
      const { declineClass, mayRetry, retryAfter } = sold.card;
      const minutes =
        retryAfter &&
        (Date.parse(`${String(retryAfter)}Z`) - Date.parse(`${String(sold.top.dtTransaction)}Z`)) / 60_000;
      assert.deepEqual([declineClass, mayRetry, minutes && Math.floor(Number(minutes))], expected);
      const found = await getAs(service, `/v1/transactions/${sold.top.transactionId}`);
      assert.deepEqual(recordOf(found, 200).top, sold.top);
    });

  test('no other answer has advice about a refusal', async () => {
    for (const number of ['4235647728025682', '5375387267180047', '4676674786512068']) {
      const { card } = recordOf(await sell(service, { cardInfo: { number } }));
      assert.deepEqual(
        Object.keys(card).filter((name) => /declineClass|mayRetry|retryAfter/.test(name)),
        [],
      );
    }
  });

  for (const [name, amount] of [
    ['a comma', '10,00'],
    ['a decimal point', 10.5],
  ] as const)
    test(`an amount with ${name} is told that centavos have none`, async () => {
      const answer = await sell(service, { top: { amount } });
      assertRefused(answer, 400, 'amount_invalid', 'amount');
      assert.match(answer.text, /em centavos, sem vírgula nem ponto: R\$ 10,00 é 1000/);
    });

  test('a time zone in minutes is told that it is in hours', async () => {
    const answer = await sell(service, {
      top: { userAgent: 'Mozilla/5.0', device: { ...DEVICE, timeZoneOffset: 180 } },
      card: { authenticate: 1 },
    });
    assertRefused(answer, 400, 'time_zone_offset_invalid', 'device.timeZoneOffset');
    assert.match(answer.text, /em horas, não em minutos/);
  });

  const statuses = [
    ['0 TRANSACAO INICIADA: the acquirer requires the buyer’s authentication', '4490861761911670', 0],
    ['5 AUTORIZADA', '4235647728025682', 5],
    ['7 NEGADA', '4035943194824415', 7],
    ['10 PENDENTE DE CONFIRMACAO: no readable answer', '5375387267180047', 10],
    ['11 FALHA NA COMUNICACAO COM FORNECEDOR: proven that nothing was charged', '4676674786512068', 11],
  ] as const;
  for (const [name, number, status] of statuses)
    test(`status ${name}`, async () => {
      assert.equal(recordOf(await sell(service, { cardInfo: { number } })).top.status, status);
    });

  test('status 6 CONFIRMADA: captured at once', async () => {
    assert.equal(recordOf(await sell(service, { card: { capture: true } })).top.status, 6);
  });

  test('redirectUrl and providerReference are there in status 0; redirectUrl is a text of at most 500 characters', async () => {
    const { top, card } = recordOf(await sell(service, { cardInfo: { number: '4490861761911670' } }));
    assert.ok(URL.canParse(String(top.redirectUrl)));
    assert.ok(String(top.redirectUrl).length <= 500);
    assert.equal(typeof card.providerReference, 'string');
  });

  test('redirectUrl is absent in every other status', async () => {
    for (const number of ['4235647728025682', '4035943194824415', '5375387267180047', '4676674786512068']) {
      assert.equal('redirectUrl' in recordOf(await sell(service, { cardInfo: { number } })).top, false);
    }
  });

  test('the answer contains neither card number nor cvv', async () => {
    const { text } = await sell(service, { cardInfo: { number: '5284776885068867', cvv: '9753' } });
    assert.equal(text.includes('5284776885068867'), false);
    // Searched as a whole value: ids may contain these digits by chance.
    assert.doesNotMatch(text, /["': ]9753["', }]/);
  });

  test('GET answers 200 with the same record as the POST, whatever its outcome', async () => {
    for (const number of [
      '5448280000000007',
      '4000000000090516',
      '4000000000096059',
      '4000000000096067',
      '4490861761911670',
    ]) {
      const sold = await sell(service, {
        top: EVERY_FIELD,
        card: EVERY_FIELD.payment.card,
        cardInfo: { number },
      });
      const { top } = recordOf(sold);
      const found = recordOf(await getAs(service, `/v1/transactions/${top.transactionId}`), 200);
      assert.deepEqual(found.top, top);
    }
  });

  test('concurrent sales each get their own record', async () => {
    const references = Array.from({ length: 60 }, (_, index) => `parallel-${index}`);
    const answers = await Promise.all(
      references.map((referenceId) => sell(service, { top: { referenceId } })),
    );
    const records = answers.map((answer) => recordOf(answer).top);
    assert.deepEqual(
      records.map((record) => record.referenceId),
      references,
    );
    assert.equal(new Set(records.map((record) => record.transactionId)).size, references.length);
  });
});
