import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parsePix } from 'pix-utils';
import { type CieloHost, startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Paid by nobody but the test. */
const UNPAID = '1003';
const LOST_ANSWER = '1103';
/** By its last digits Cielo takes the refund, and does not make it. */
const NO_BALANCE = '1109';
const STARTED = 0;
const INTENTION = 1;
const CAPTURED = 6;
const CANCELED = 9;
const EXPIRED = 4;
const REMOVED_AT_CIELO = 10;

interface PixAnswer {
  readonly transactionId: string;
  readonly status: number;
  readonly payment: { readonly pix: Fields & { readonly surplus?: readonly Fields[] } };
}

onSqliteByDay('A Pix through an account at Cielo', {}, (service) => {
  let host: CieloHost;
  before(async () => {
    // Its time moves with `advance` alone: what takes Cielo a while lasts as long as the test wants.
    const startedAt = Date.now();
    host = await startCieloHost({ realClock: { now: () => startedAt } });
    const settings = Object.entries({ ...host.settings(), pix: 'on' }).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    const at = ['--person', '1', '--provider', 'CIELO', '--default'];
    const added = await service.command('acquirer', 'add', ...at, ...settings);
    const url = `${service.address()}${new URL(String(added.noticesUrl)).pathname}`;
    host.control.setNotices({ url });
  });
  after(() => host.close());

  const read = async (id: string) =>
    (await getAs(service, `/v1/transactions/${id}`)).json() as unknown as PixAnswer;
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = await read(id);
      return record.status === status && record;
    });
  const make = async (amount = UNPAID, pix: Fields = {}) => {
    const answer = await postJson(service, { amount, payment: { pix } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as unknown as PixAnswer;
  };
  const atCielo = (id: unknown) => {
    const [charge] = host.control.pix({ paymentId: id }).charges;
    assert.ok(charge, 'Cielo has no such Pix');
    return charge;
  };
  const callsOf = (operation: string, id: unknown) =>
    host.control
      .requests({ limit: 500 })
      .requests.filter((one) => one.operation === operation && one.theirId === id).length;
  /** Its buyer pays, and Cielo tells it. */
  const paid = async (amount = UNPAID) => {
    const { transactionId: id, payment } = await make(amount);
    const paymentId = payment.pix.providerReference;
    host.control.payPix({ paymentId });
    await host.control.sendNotices();
    return { id, paymentId, record: await reaches(id, CAPTURED) };
  };
  const cancel = (id: string, amount = '') =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const advance = (ms: number) => {
    service.clock.advance(ms);
    host.control.advance({ advanceMs: ms });
  };

  test('is sold where the shop has no account at a bank, and is paid as soon as Cielo tells it', async () => {
    const { status, payment } = await make();
    assert.deepEqual([status, payment.pix.provider], [INTENTION, 'CIELO']);
    assert.equal((parsePix(String(payment.pix.qrCode)) as { type: string }).type, 'DYNAMIC');
    const { record, paymentId } = await paid();
    assert.equal(record.payment.pix.endToEndId, atCielo(paymentId).payment?.endToEndId);
    assert.equal(record.payment.pix.paymentAmount, UNPAID);
  });

  test('is tried out with the account: one of a centavo is made and removed', async () => {
    const checked = await service.command('acquirer', 'check', '--person', '1', '--provider', 'CIELO');
    assert.match(JSON.stringify(checked), /R\$ 0,01 foi criada e removida/);
    const [test] = host.control.pix({ limit: 500 }).charges.filter(({ amount }) => amount === 1);
    assert.equal(test?.status, REMOVED_AT_CIELO);
  });

  test('goes back in part, once: Cielo takes one refund for each Pix', async () => {
    const { id, paymentId } = await paid();
    const asked = (await cancel(id, '?amount=300')).json() as unknown as PixAnswer;
    assert.equal(asked.payment.pix.refundingAmount, '300');
    host.control.advance({ advanceMs: 3_000 });
    await host.control.sendNotices();
    await until('the part went back', async () => (await read(id)).payment.pix.refundedAmount === '300');
    assert.deepEqual(atCielo(paymentId).refund?.amount, 300);
    assert.equal((await read(id)).payment.pix.refundingAmount, undefined);
    assert.ok((await cancel(id, '?amount=300')).status >= 400);
    assert.deepEqual(atCielo(paymentId).refund?.amount, 300);
  });

  test('goes back as a whole', async () => {
    const { id, paymentId } = await paid();
    await cancel(id);
    host.control.advance({ advanceMs: 3_000 });
    await host.control.sendNotices();
    const { payment } = await reaches(id, CANCELED);
    assert.deepEqual([payment.pix.refundedAmount, atCielo(paymentId).refund?.amount], [UNPAID, 1_003]);
  });

  test('that Cielo does not give back within a day stays paid, and a person is told', async () => {
    const { id, paymentId } = await paid(NO_BALANCE);
    assert.equal((await cancel(id)).status, 200);
    // Cielo finds no money for it, and says so in a notice that has no reason.
    host.control.advance({ advanceMs: 3_000 });
    await host.control.sendNotices();
    assert.equal((await read(id)).payment.pix.refundingAmount, NO_BALANCE);
    advance(25 * HOUR_MS);
    const { payment } = await reaches(id, CAPTURED);
    assert.deepEqual([payment.pix.refundingAmount, payment.pix.refundedAmount], [undefined, undefined]);
    const { cases } = (await service.command('transaction', 'show', id)) as { cases: readonly Fields[] };
    assert.deepEqual(
      cases.map(({ reason }) => reason),
      ['the refund was not made'],
    );
    assert.equal(callsOf('refund', paymentId), 1);
    assert.equal(atCielo(paymentId).refund, undefined);
  });

  test('that is canceled before it is paid is removed at Cielo, and what comes all the same goes back', async () => {
    const { transactionId: id, payment } = await make();
    const paymentId = payment.pix.providerReference;
    await cancel(id);
    await reaches(id, CANCELED);
    assert.equal(atCielo(paymentId).status, REMOVED_AT_CIELO);
    host.control.payPix({ paymentId, force: true });
    await host.control.sendNotices();
    await until('the surplus is booked', async () => (await read(id)).payment.pix.surplus?.length === 1);
    await until('the surplus went back', async () => {
      advance(MINUTE_MS);
      return (await read(id)).payment.pix.surplus?.[0]?.state === 'refunded';
    });
    assert.equal(atCielo(paymentId).refund?.amount, 1_003);
    assert.equal((await read(id)).status, CANCELED);
  });

  test('whose surplus goes back slowly is given back with one call to Cielo', async () => {
    const { transactionId: id, payment } = await make();
    const paymentId = payment.pix.providerReference;
    await cancel(id);
    await reaches(id, CANCELED);
    const voids = () => callsOf('refund', paymentId);
    const queries = () => callsOf('query', paymentId);
    // Counted before it is paid: a surplus may be asked back as soon as it is booked.
    const before = voids();
    host.control.payPix({ paymentId, force: true });
    await host.control.sendNotices();
    await until('the surplus is booked', async () => (await read(id)).payment.pix.surplus?.length === 1);
    // The host's time stands still: Cielo is doing it all the while, and shows the Pix as paid.
    // No pause between two looks is longer than an hour, and the next is planned before each: a few hours, far below a day.
    service.clock.advance(HOUR_MS);
    await until('it is asked for', () => voids() > before);
    for (let look = 1; look <= 3; look += 1) {
      const asked = queries();
      service.clock.advance(HOUR_MS);
      await until(`it is asked about, time ${look}`, () => queries() > asked);
    }
    assert.equal(voids() - before, 1);
    await until('the surplus went back', async () => {
      advance(MINUTE_MS);
      return (await read(id)).payment.pix.surplus?.[0]?.state === 'refunded';
    });
    assert.equal(voids() - before, 1);
  });

  test('that nobody pays ends with its time, here and at Cielo', async () => {
    const expirationDateTime = new Date(service.clock.now() + 2 * MINUTE_MS).toISOString();
    const { transactionId: id, payment } = await make(UNPAID, { expirationDateTime });
    advance(3 * MINUTE_MS);
    await reaches(id, EXPIRED);
    assert.equal(atCielo(payment.pix.providerReference).status, REMOVED_AT_CIELO);
  });

  test('lives for a day at most: more is refused, and less where nobody says', async () => {
    const expirationDateTime = new Date(service.clock.now() + 25 * HOUR_MS).toISOString();
    const answer = await postJson(service, { amount: UNPAID, payment: { pix: { expirationDateTime } } });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /24 horas/);
    await make();
  });

  test('whose answer was lost is found by our order number, with its code', async () => {
    host.control.force({ operation: 'authorize', fault: 'reset_after', times: 1 });
    const { transactionId: id, status } = await make(LOST_ANSWER);
    assert.equal(status, STARTED);
    const { payment } = await until('it is found', async () => {
      advance(MINUTE_MS);
      const record = await read(id);
      return record.status === INTENTION && record.payment.pix.qrCode !== undefined && record;
    });
    const [charge, ...others] = host.control
      .pix({ limit: 500 })
      .charges.filter(({ amount }) => amount === Number(LOST_ANSWER));
    assert.deepEqual([charge?.code, others], [payment.pix.qrCode, []]);
  });
});
