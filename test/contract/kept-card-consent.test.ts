import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs } from '../support/gateway-client.ts';
import { createLink, pageAt, submit } from '../support/hosted-page.ts';
import { onSqliteByDay } from '../support/service.ts';

const NO_FUNDS = '4000000000090516';
/** Its issuer asks the buyer for a code. */
const CHALLENGED = '4000000000001091';
const BOX = /<input type="checkbox" name="guardar" value="sim"( checked)?>/;

onSqliteByDay('A page whose shop wants to keep the card', { GUICHE_SIM_TIME_SCALE: '1000' }, (service) => {
  const recordOf = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as {
      status: number;
      payment: { card: { saveCard: boolean; cardInfo: { token?: string } } };
    };
  const historyOf = async (id: string) => JSON.stringify(await service.rooms().history.of(id));

  test('asks its buyer in words, in a box that is not ticked, and without it keeps nothing', async () => {
    const { path, transactionId } = await createLink(service, {}, { saveCard: true });
    const page = (await pageAt(service, path)).text;
    assert.match(page, /Guardar este cartão para as próximas compras/);
    assert.equal(BOX.exec(page)?.[1], undefined);
    assert.equal((await submit(service, path)).status, 303);
    const { status, payment } = await recordOf(transactionId);
    assert.deepEqual([status, payment.card.saveCard, payment.card.cardInfo.token], [6, false, undefined]);
    assert.doesNotMatch((await pageAt(service, path)).text, /Cartão salvo/);
    assert.doesNotMatch(await historyOf(transactionId), /keepsCard/);
  });

  test('keeps the card of a buyer who agrees, says so on the receipt, and keeps the consent in the history', async () => {
    const { path, transactionId } = await createLink(service, {}, { saveCard: true });
    assert.equal((await submit(service, path, { guardar: 'sim' })).status, 303);
    const { payment } = await recordOf(transactionId);
    assert.equal(payment.card.saveCard, true);
    assert.match(String(payment.card.cardInfo.token), /^[0-9a-f-]{36}\d{4}$/);
    assert.match((await pageAt(service, path)).text, /<dt>Cartão salvo<\/dt>/);
    assert.match(await historyOf(transactionId), /keepsCard/);
  });

  test('says on the receipt that the card is kept only while it is', async () => {
    const { path, transactionId } = await createLink(service, {}, { saveCard: true });
    assert.equal((await submit(service, path, { guardar: 'sim' })).status, 303);
    assert.match((await pageAt(service, path)).text, /<dt>Cartão salvo<\/dt>/);
    const { token } = (await recordOf(transactionId)).payment.card.cardInfo;
    const removed = await service.send({
      method: 'DELETE',
      path: `/v1/tokenization/${token}`,
      headers: API_PAIR,
    });
    assert.equal(removed.status, 204);
    const receipt = (await pageAt(service, path)).text;
    assert.match(receipt, /Pagamento aprovado/);
    assert.doesNotMatch(receipt, /Cartão salvo/);
  });

  test('stores no consent of a buyer who ticks the box and pays by debit', async () => {
    const { path, transactionId } = await createLink(service, {}, { saveCard: true });
    const debit = { guardar: 'sim', tipo: 'debito', numero: CHALLENGED };
    assert.equal((await submit(service, path, debit)).status, 303);
    const { status, payment } = await recordOf(transactionId);
    assert.deepEqual([status, payment.card.saveCard], [0, false]);
    assert.match(await historyOf(transactionId), /"kind":"sent"/);
    assert.doesNotMatch(await historyOf(transactionId), /keepsCard/);
  });

  test('asks again after a refusal, whatever was chosen before', async () => {
    const { path, transactionId } = await createLink(service, {}, { saveCard: true });
    assert.equal((await submit(service, path, { numero: NO_FUNDS })).status, 303);
    assert.match((await pageAt(service, path)).text, BOX);
    const wrong = await submit(service, path, { guardar: 'sim', nome: '' });
    assert.equal(BOX.exec(wrong.text)?.[1], ' checked');
    assert.equal((await submit(service, path, { guardar: 'sim' })).status, 303);
    assert.match(String((await recordOf(transactionId)).payment.card.cardInfo.token), /\d{4}$/);
  });

  test('has the box ticked where the shop charges a series, and none where it keeps nothing or takes debit', async () => {
    const series = await createLink(service, {}, { saveCard: true, recurrent: true });
    assert.equal(BOX.exec((await pageAt(service, series.path)).text)?.[1], ' checked');
    for (const card of [{}, { saveCard: true, type: 2 }]) {
      const { path } = await createLink(service, {}, card);
      assert.doesNotMatch((await pageAt(service, path)).text, BOX);
    }
  });

  test('asks on a payment link too', async () => {
    const made = await service.send({
      method: 'POST',
      path: '/v1/payment-links',
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ name: 'Bolo', amount: '1000', payment: { card: { saveCard: true } } }),
    });
    const { url } = made.json() as { url: string };
    const { pathname } = new URL(url);
    const page = (await pageAt(service, pathname)).text;
    assert.match(page, BOX);
    assert.doesNotMatch(page, /Link válido até/);
    const paid = await submit(service, pathname, { guardar: 'sim' });
    const receipt = await pageAt(service, new URL(String(paid.headers.location), 'http://x').pathname);
    assert.match(receipt.text, /<dt>Cartão salvo<\/dt>/);
  });

  test('checks the length of the code by brand, and a card that is over, without a script', async () => {
    const { path, transactionId } = await createLink(service);
    const amex = '371341553758128';
    for (const [typed, error] of [
      [{ numero: amex, cvv: '123' }, /Confira o código/],
      [{ cvv: '1234' }, /Confira o código/],
      [{ validade: '10/24' }, /está vencido/],
    ] as const) {
      const answer = await submit(service, path, typed);
      assert.equal(answer.status, 422);
      assert.match(answer.text, error);
    }
    assert.equal((await recordOf(transactionId)).status, 1);
    assert.equal(
      (await submit(service, path, { numero: amex, cvv: '1234', validade: '2035-12' })).status,
      303,
    );
  });
});
