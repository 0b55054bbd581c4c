import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { getAs, postJson, type Sale, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '1000' };
const TOKEN = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\d{4}$/;
const NO_CARD = { number: null, expirationMonth: null, expirationYear: null, cvv: null, holderName: null };

onSqliteByDay('A stored card', TIME_SCALE, (service) => {
  const sell = (sale: Sale, pair?: Readonly<Record<string, string>>) =>
    postJson(service, saleBody(sale), pair);
  const saving = (number: string, cardInfo: Readonly<Record<string, unknown>> = {}) =>
    sell({ card: { saveCard: true }, cardInfo: { number, ...cardInfo } });
  const paying = (token: unknown, sale: Sale = {}, pair?: Readonly<Record<string, string>>) =>
    sell({ ...sale, cardInfo: { ...NO_CARD, brand: null, token, ...sale.cardInfo } }, pair);
  const tokenOf = async (number: string) => String(recordOf(await saving(number)).cardInfo.token);

  test('is stored by an approved sale with saveCard, and pays the next sale by its token', async () => {
    const kept = recordOf(await saving('4235647728025682'));
    assert.match(String(kept.cardInfo.token), TOKEN);
    assert.equal(kept.card.saveCard, true);
    const paid = recordOf(await paying(kept.cardInfo.token, { card: { capture: true } }));
    assert.equal(paid.top.status, 6);
    assert.equal(paid.cardInfo.token, kept.cardInfo.token);
    assert.equal(paid.cardInfo.number, '423564******5682');
    assert.equal(paid.cardInfo.cvv, undefined);
    assert.equal(paid.cardInfo.brand, 'VISA');
    const queried = await getAs(service, `${TRANSACTIONS_PATH}/${kept.top.transactionId}`);
    assert.equal(recordOf(queried, 200).cardInfo.token, kept.cardInfo.token);
  });

  test('is charged later under the names that its scheme gave the first sale', async () => {
    const { cardInfo } = recordOf(await saving('4235647700000018'));
    await paying(cardInfo.token);
    const { requests } = (await service.send({ path: '/__sim/requests' })).json() as {
      readonly requests: readonly Readonly<Record<string, unknown>>[];
    };
    const [later, , first] = requests;
    assert.deepEqual([later?.byToken, first?.schemeIds], [true, undefined]);
    const { transactionId, linkId } = (later?.schemeIds ?? {}) as Readonly<Record<string, unknown>>;
    assert.match(`${transactionId} ${linkId}`, /^\d+ L\d+$/);
  });

  test('has one token however often it is stored, and a different one for each merchant', async () => {
    const first = await tokenOf('5448280000000007');
    assert.equal(await tokenOf('5448280000000007'), first);
    const { api: other } = await addMerchant(service);
    const theirs = recordOf(
      await sell({ card: { saveCard: true }, cardInfo: { number: '5448280000000007' } }, other),
    );
    assert.match(String(theirs.cardInfo.token), TOKEN);
    assert.notEqual(theirs.cardInfo.token, first);
    assertRefused(await paying(first, {}, other), 400, 'card_token_invalid', 'payment.card.cardInfo.token');
  });

  test('is not stored by a refused sale, nor without saveCard', async () => {
    const denied = recordOf(await saving('4000000000090516'));
    assert.equal(denied.top.status, 7);
    assert.equal(denied.cardInfo.token, undefined);
    assert.equal(recordOf(await sell({})).cardInfo.token, undefined);
  });

  test('is stored after a lost answer, once the sale is known to be approved', async () => {
    const { top, cardInfo } = recordOf(await saving('4000000000096042'));
    assert.equal(top.status, 10);
    assert.equal(cardInfo.token, undefined);
    const found = await until('the token is in the record', async () => {
      const record = recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${top.transactionId}`), 200);
      return record.cardInfo.token !== undefined && record;
    });
    assert.equal(found.top.status, 5);
    assert.match(String(found.cardInfo.token), TOKEN);
  });

  test('is approved or refused by its issuer when it pays by token', async () => {
    const token = await tokenOf('4111111111111111');
    const denied = recordOf(await paying(token, { cardInfo: { cvv: '000' } }));
    assert.equal(denied.top.status, 7);
    assert.equal(recordOf(await paying(token, { cardInfo: { cvv: '123' } })).cardInfo.cvv, '***');
  });

  test('is refused with a clear message when it cannot be used', async () => {
    const token = await tokenOf('4111111111111111');
    const field = 'payment.card.cardInfo.token';
    const unknown = token.replace(/^./, token.startsWith('0') ? '1' : '0');
    for (const wrong of [unknown, 'x', `${token}0`]) {
      assertRefused(await paying(wrong), 400, 'card_token_invalid', field);
    }
    assertRefused(
      await paying(token, { card: { type: 2 } }),
      400,
      'card_token_credit_only',
      'payment.card.type',
    );
    assertRefused(
      await paying(token, { cardInfo: { number: '4111111111111111' } }),
      400,
      'card_token_conflict',
      field,
    );
    assertRefused(
      await paying(token, { card: { provider: 'CIELO' } }),
      400,
      'card_token_other_provider',
      'payment.card.provider',
    );
  });

  test('has one token when 64 sales store it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => saving('4539003370725497')));
    const tokens = new Set(answers.map((answer) => recordOf(answer).cardInfo.token));
    assert.equal(tokens.size, 1);
    assert.match(String([...tokens][0]), TOKEN);
  });
});
