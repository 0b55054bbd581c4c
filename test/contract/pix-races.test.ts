import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onEachEngine, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Nobody pays this amount by himself. */
const AMOUNT = 1_003;
/** Paid after 2 s, and taken back 5 s later. */
const TAKEN_BACK = 1_004;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const AT_ONCE = 64;
const PAIRS = AT_ONCE / 2;
const MINUTE_MS = 60_000;
const UNREACHABLE = 'A adquirente não pôde ser alcançada; nada mudou';

type Pix = Fields & { readonly surplus?: readonly Fields[] };
type Sale = Fields & { readonly transactionId: string; readonly payment: { readonly pix: Pix } };
interface Charge {
  readonly txid: string;
  readonly state: string;
  readonly payments: readonly {
    readonly amount: number;
    readonly settles: boolean;
    readonly returns: readonly { readonly amount: number; readonly state: string; readonly nature: string }[];
  }[];
}

onEachEngine('Pix, by 64 at once,', { GUICHE_SIM_TIME_SCALE: '20' }, (service, engine) => {
  const make = async (pix: object = {}, amount = AMOUNT): Promise<Sale> => {
    const answer = await postJson(service, { amount: String(amount), payment: { pix } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Sale;
  };
  const makeMany = (count: number, pix: object = {}) =>
    Promise.all(Array.from({ length: count }, () => make(pix)));
  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Sale;
  const cancel = (id: string, amount = '', by: TestService = service) =>
    by.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const pay = async (transactionId: string, force = false) => {
    const body = JSON.stringify({ transactionId, force });
    const answer = await service.send({ method: 'POST', path: '/__sim/pix/pay', headers: JSON_TYPE, body });
    return answer.status === 200;
  };
  const atBank = async ({ payment }: Sale): Promise<Charge> => {
    const path = `/__sim/pix/book?txid=${String(payment.pix.providerReference)}`;
    const { charges } = (await service.send({ path })).json() as { charges: readonly Charge[] };
    const [charge] = charges;
    assert.ok(charge);
    return charge;
  };
  const ends = (id: string) =>
    until(`the end of ${id}`, async () => {
      const sale = await read(id);
      const { surplus = [] } = sale.payment.pix;
      const isOver =
        [4, 6, 9].includes(Number(sale.status)) && sale.payment.pix.refundingAmount === undefined;
      return isOver && surplus.every(({ state }) => state === 'refunded') ? sale : undefined;
    });

  test('canceled and paid, each ends as the bank says, and nothing is both', async () => {
    const sales = await makeMany(PAIRS);
    const paid = await Promise.all(
      sales.map(async ({ transactionId: id }, index) => {
        const both = index % 2 === 0 ? [cancel(id), pay(id)] : [pay(id), cancel(id)];
        return (await Promise.all(both)).includes(true);
      }),
    );
    for (const [index, made] of sales.entries()) {
      const { status, payment } = await ends(made.transactionId);
      const charge = await atBank(made);
      assert.equal(charge.state, paid[index] ? 'paid' : 'removed');
      assert.equal(charge.payments.length, paid[index] ? 1 : 0);
      assert.equal(payment.pix.paymentAmount, paid[index] ? String(AMOUNT) : undefined);
      // Where the payment was known already, to cancel it gave it back.
      assert.ok(status === 9 || (status === 6 && paid[index]), `status ${String(status)}`);
      assert.equal(backOf(charge), paid[index] && status === 9 ? AMOUNT : 0);
    }
  });

  test('expired and paid, each is paid or expired, and money that is too late goes back', async () => {
    const soon = new Date(service.rooms().clock.now() + 2 * MINUTE_MS).toISOString();
    const sales = await makeMany(PAIRS, { expirationDateTime: soon });
    service.clock.advance(3 * MINUTE_MS);
    const paid = await Promise.all(
      sales.flatMap(({ transactionId: id }) => [pay(id, true), getAs(service, `/v1/transactions/${id}`)]),
    );
    assert.ok(paid.length === AT_ONCE);
    for (const made of sales) {
      const { charge, sale } = await until('its payment is booked', async () => {
        const found = await ends(made.transactionId);
        const { endToEndId, surplus = [] } = found.payment.pix;
        return surplus.length + (endToEndId === undefined ? 0 : 1) === 1
          ? { sale: found, charge: await atBank(made) }
          : undefined;
      });
      const isSettled = charge.payments.some(({ settles }) => settles);
      assert.equal(sale.status, isSettled ? 6 : 4);
      assert.equal(backOf(charge), isSettled ? 0 : AMOUNT);
    }
  });

  test('given back in parts above the whole, no centavo more than the whole goes back', async () => {
    const made = await make();
    assert.ok(await pay(made.transactionId));
    await until('paid', async () => (await read(made.transactionId)).status === 6);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => cancel(made.transactionId, '?amount=100')),
    );
    const taken = answers.filter(({ status }) => status === 200).length;
    assert.ok(taken >= 1 && taken <= 10, `${taken} were accepted`);
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    const { payment, status } = await ends(made.transactionId);
    assert.deepEqual([status, payment.pix.refundedAmount], [6, String(taken * 100)]);
    assert.equal(backOf(await atBank(made)), taken * 100);
    assert.equal((await cancel(made.transactionId)).status, 200);
    assert.equal((await ends(made.transactionId)).status, 9);
    assert.equal(backOf(await atBank(made)), AMOUNT);
  });

  test('given back while the payer’s bank takes it back, no centavo more than came goes back', async () => {
    const { transactionId: id, ...made } = await make({}, TAKEN_BACK);
    await until('paid', async () => (await read(id)).status === 6);
    const refunded: Promise<unknown>[] = [];
    const charge = await until('the bank takes it back', async () => {
      if (refunded.length < AT_ONCE) refunded.push(cancel(id, '?amount=10'));
      const now = await atBank({ ...made, transactionId: id });
      return now.payments.some(({ returns }) => returns.some(({ nature }) => nature !== 'original'))
        ? now
        : undefined;
    });
    await Promise.all(refunded);
    const { payment } = await ends(id);
    const after = await atBank({ ...made, transactionId: id });
    assert.ok(charge.payments.length === 1 && sentBack(after) <= TAKEN_BACK, `${sentBack(after)} went back`);
    assert.equal(Number(payment.pix.refundedAmount ?? 0), backOf(after));
    assert.equal((await cancel(id)).status, 409, 'nothing is left');
  });

  test('paid, and learned of by the poll and by those who cancel, each is paid once', async (t) => {
    const other = engine === 'postgres' ? service.twin() : undefined;
    if (other) {
      await other.start();
      t.after(() => other.stop());
    }
    const sales = await makeMany(PAIRS / 2);
    const paid = await Promise.all(sales.map(({ transactionId: id }) => pay(id)));
    assert.ok(paid.every(Boolean));
    // Of those that learn of the payment first, by whichever way; the later ones would give it back.
    const learned = await Promise.all(
      sales.flatMap(({ transactionId: id }) => [cancel(id), cancel(id, '', other ?? service)]),
    );
    // On a busy machine the bank may not answer in time: then nothing was asked of it.
    const others = learned.filter(
      ({ status, text }) => status !== 200 && status !== 409 && !text.includes(UNREACHABLE),
    );
    assert.deepEqual(
      others.map(({ text }) => text),
      [],
    );
    for (const made of sales) {
      const { status, payment } = await ends(made.transactionId);
      const charge = await atBank(made);
      assert.equal(charge.payments.length, 1);
      assert.deepEqual(payment.pix.surplus, undefined);
      assert.ok(status === 6 || status === 9);
      assert.equal(backOf(charge), status === 9 ? AMOUNT : 0);
    }
  });
});

/** What left the account again, for whatever reason. */
function sentBack({ payments }: Charge): number {
  return payments
    .flatMap(({ returns }) => returns)
    .filter(({ state }) => state !== 'denied')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** What the bank gave back for us of all that arrived. */
function backOf({ payments }: Charge): number {
  return payments
    .flatMap(({ returns }) => returns)
    .filter(({ state, nature }) => state === 'done' && nature === 'original')
    .reduce((sum, { amount }) => sum + amount, 0);
}
