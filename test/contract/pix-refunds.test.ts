import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Paid after two seconds; the bank does not make its refunds. */
const NO_BALANCE = '1009';
const HOUR = 60 * 60_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

onSqliteByDay('Money of a Pix that does not go back', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  const read = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as Fields & {
      payment: { pix: Fields & { surplus?: Fields[] } };
    };
  const paid = async (amount = NO_BALANCE) => {
    const answer = await postJson(service, {
      amount,
      postBackUrl: receiver.address,
      payment: { pix: {} },
    });
    const id = String((answer.json() as Fields).transactionId);
    await until('it is paid', async () => (await read(id)).status === 6);
    return id;
  };
  const cancel = (id: string, amount = '') =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const told = (id: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as Fields)
      .filter(({ transactionId }) => transactionId === id)
      .map(({ status }) => status);
  const casesOf = (id: string) => service.rooms().cases.ofTransaction(id);

  test('the shop hears of a part that the bank denies later, and a person has a case', async () => {
    const id = await paid();
    const asked = (await cancel(id, '?amount=300')).json() as Fields;
    assert.equal(asked.status, 6);
    const [row] = await until('the case', async () => {
      const rows = await casesOf(id);
      return rows.some(({ state }) => state === 'manual') && rows;
    });
    assert.deepEqual([row?.kind, row?.reason], ['movement', 'the refund was not made']);
    const { status, payment } = await read(id);
    assert.deepEqual(
      [status, payment.pix.refundedAmount, payment.pix.refundingAmount],
      [6, undefined, undefined],
    );
    await until('the postback', () => told(id).filter((one) => one === 6).length === 2);
  });

  test('a case of a refund that was not made holds up no other refund, and a person ends it', async () => {
    const id = await paid();
    await cancel(id, '?amount=300');
    await until('the case', async () => (await casesOf(id)).some(({ state }) => state === 'manual'));
    const again = (await cancel(id, '?amount=200')).json() as Fields & { payment: { pix: Fields } };
    assert.deepEqual([again.status, again.payment.pix.refundingAmount], [6, '200']);
    await until('the second case', async () => (await casesOf(id)).every(({ state }) => state === 'manual'));
    for (const { subject } of await casesOf(id)) {
      await service.command(
        ...['transaction', 'settle', id, '--status', '6', '--case', subject, '--reason', 'sem saldo'],
      );
    }
    assert.deepEqual(await casesOf(id), []);
    assert.equal((await read(id)).payment.pix.refundedAmount, undefined);
  });

  test('a person who finds an unknown Pix paid leaves it with refunds in parts, several at once', async () => {
    const answer = await postJson(service, { amount: '1006', payment: { pix: {} } });
    const { transactionId, status } = answer.json() as Fields;
    const id = String(transactionId);
    assert.equal(status, 0);
    const { transactions, clock } = service.rooms();
    // Recovery may be at work on it at the same moment.
    await until('a person is asked', async () => {
      const [row] = await casesOf(id);
      const found = await transactions.findAny(id);
      if (!row || !found) return false;
      const details = { subject: row.subject, reason: 'nothing certain' };
      return transactions.change({
        transaction: found,
        at: clock.now(),
        openCase: { ...row, state: 'manual', reason: details.reason },
        events: [{ kind: 'needs_attention', origin: { kind: 'recovery' }, details }],
      });
    });
    await service.command('transaction', 'settle', id, '--status', '6', '--reason', 'o banco confirmou');
    const settled = await transactions.findAny(id);
    assert.deepEqual([settled?.result.status, settled?.result.refundingAmount], [6, 0]);
  });

  test('a surplus that the bank never gives back ends as a case, and goes on when a person says so', async () => {
    const id = await paid();
    const forced = await service.send({
      method: 'POST',
      path: '/__sim/pix/pay',
      headers: JSON_TYPE,
      body: JSON.stringify({ transactionId: id, force: true }),
    });
    assert.equal(forced.status, 200);
    const { surplus } = await until('the surplus is given up', async () => {
      service.clock.advance(HOUR);
      const { pix } = (await read(id)).payment;
      return pix.surplus?.[0]?.state === 'failed' && pix;
    });
    const subject = surplus?.[0]?.endToEndId;
    const [row] = await casesOf(id);
    assert.deepEqual([row?.kind, row?.state, row?.subject], ['beside', 'manual', subject]);
    // What keeps the books may change the transaction at the same moment.
    await until('a person says that it goes on', () =>
      service.command('transaction', 'retry', id).then(
        () => true,
        () => false,
      ),
    );
    await until('it is tried again', async () => {
      service.clock.advance(1_000);
      return (await read(id)).payment.pix.surplus?.[0]?.state === 'refunding';
    });
    assert.deepEqual(await casesOf(id), []);
  });
});
