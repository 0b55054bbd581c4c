import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/gateway-answers.ts';
import { postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const CARD = {
  capture: true,
  cardInfo: { number: '4235647728025682', expirationMonth: '12', expirationYear: '2035', cvv: '123' },
};

onSqliteByDay('The kind of a payment', {}, (service) => {
  const sell = (payment: unknown, more: object = { amount: '1000' }) =>
    postJson(service, { ...more, payment });

  test('one that is not offered is refused by its name', async () => {
    const alone = [
      [
        { electronicTransfer: { provider: 'Bradesco' }, card: null },
        'payment.electronicTransfer',
        /transferência/,
      ],
    ] as const;
    for (const [payment, field, words] of alone) {
      const answer = await sell(payment);
      assertRefused(answer, 400, 'payment_kind_unavailable', field);
      assert.match((answer.json() as { error: { message: string } }).error.message, words);
    }
  });

  test('none, or several, are refused before any other fault', async () => {
    const wrong = [
      ...[{}, { card: null }, { card: '' }, { card: null, pix: null }, { boleto: {} }],
      ...[
        { card: CARD, pix: {} },
        { card: {}, bankSlip: {} },
        { pix: {}, bankSlip: {} },
      ],
    ];
    for (const payment of wrong) assertRefused(await sell(payment, {}), 400, 'payment_kind', 'payment');
  });

  test('a transfer or an empty member beside a card is ignored', async () => {
    for (const beside of [{ electronicTransfer: {} }, { pix: null, bankSlip: '' }, { boleto: {} }]) {
      assert.equal((await sell({ card: CARD, ...beside })).status, 201);
    }
  });
});
