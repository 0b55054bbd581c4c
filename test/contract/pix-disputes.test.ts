import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sale } from '../../src/panel/sales/schema.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

/** Paid after two seconds; five seconds later the bank takes back what is left of it. */
const TAKEN_BACK = '1004';

onSqliteByDay('A Pix that the bank takes back', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  const read = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as Fields & {
      payment: { pix: Fields & { disputes?: Fields[] } };
    };
  const paid = async () => {
    const answer = await postJson(service, { amount: TAKEN_BACK, payment: { pix: {} } });
    const id = String((answer.json() as Fields).transactionId);
    await until('it is paid', async () => (await read(id)).status === 6);
    return id;
  };
  const cancel = (id: string, amount = '') =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const disputed = (id: string) =>
    until('the dispute', async () => {
      const record = await read(id);
      return record.payment.pix.disputedAmount !== undefined && record;
    });

  test('stands in the record, the history and the panel, and nothing of it can be refunded', async () => {
    const id = await paid();
    const { status, payment } = await disputed(id);
    assert.deepEqual(
      [status, payment.pix.disputedAmount, payment.pix.refundedAmount],
      [6, TAKEN_BACK, undefined],
    );
    const [dispute, ...more] = payment.pix.disputes ?? [];
    assert.deepEqual([dispute?.amount, dispute?.reason, dispute?.state], [TAKEN_BACK, 'fraud', 'taken']);
    assert.deepEqual(more, []);
    assertRefused(await cancel(id, '?amount=1'), 409, 'amount_above_available');
    assertRefused(await cancel(id), 409, 'amount_above_available');
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const sale = okJson<Sale>(await browser.call('GET', `/sales/${id}`));
    assert.equal(sale.pix?.disputedAmount, Number(TAKEN_BACK));
    assert.deepEqual(
      sale.pix?.disputes.map(({ amount, reason, state }) => [amount, reason, state]),
      [[Number(TAKEN_BACK), 'fraud', 'taken']],
    );
    const history = await service.rooms().history.of(id);
    assert.equal(history.filter(({ kind }) => kind === 'disputed').length, 1);
  });

  test('is told so on its page, whose receipt says what went back', async () => {
    const id = await paid();
    const { payment } = await disputed(id);
    const { text } = await service.send({ path: new URL(String(payment.pix.url)).pathname });
    assert.match(text, /Pix recebido/);
    assert.match(text, /O banco devolveu R\$\s10,04 deste Pix a quem pagou, por uma contestação\./);
  });

  test('counts once, however often the bank is asked, and after the part that had gone back', async () => {
    const id = await paid();
    const part = await cancel(id, '?amount=300');
    const isPart = part.status === 200;
    const { payment } = await disputed(id);
    assert.equal(payment.pix.disputedAmount, isPart ? '704' : TAKEN_BACK);
    // A part that goes back after the dispute leaves nothing, and ends the sale.
    const refusal = async () =>
      (await read(id)).status === 9 ? 'status_conflict' : 'amount_above_available';
    if (isPart)
      await until('the part is back', async () => (await read(id)).payment.pix.refundingAmount === undefined);
    for (let times = 0; times < 3; times += 1) assertRefused(await cancel(id), 409, await refusal());
    const after = await read(id);
    assert.equal(after.payment.pix.disputedAmount, payment.pix.disputedAmount);
  });

  test('while it is being refunded gives no more back than was paid', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, paid));
    await Promise.all(
      ids.map(async (id) => {
        const { status } = await cancel(id);
        assert.ok(status === 200 || status === 409, `answered ${status}`);
        const { pix } = await until('it is settled', async () => {
          const { status: now, payment } = await read(id);
          const isOver = now === 9 || payment.pix.disputedAmount !== undefined;
          return isOver && payment.pix.refundingAmount === undefined && payment;
        });
        assert.equal(Number(pix.refundedAmount ?? 0) + Number(pix.disputedAmount ?? 0), Number(TAKEN_BACK));
      }),
    );
  });
});
