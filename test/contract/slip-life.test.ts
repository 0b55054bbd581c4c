import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AMOUNT = 12_303;
/** By its last digits the bank finds no money for a refund. */
const NO_BALANCE = 12_309;
const CUSTOMER = {
  name: 'Maria da Silva',
  document: '11144477735',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001000',
    city: 'Sao Paulo',
    state: 'SP',
  },
};

type Made = Fields & { transactionId: string; status: number; payment: { bankSlip: Fields } };

/** A shop with slips at C6, whose registration takes two minutes: until then none can be taken back. */
onSqliteByDay('A slip that is made at a bank', {}, (service) => {
  let host: PixHost;
  before(async () => {
    host = await startPixHost({ profile: 'C6BANK' });
    const given = { ...(await accountSettings(host)), slipProduct: 'hybrid' };
    const settings = Object.entries(given).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
    await service.command('acquirer', 'add', '--person', '1', '--provider', 'C6BANK', ...settings);
  });
  after(() => host.close());

  const make = async (more: object = {}, amount = AMOUNT): Promise<Made> => {
    const expirationDate = new Date(service.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10);
    const bankSlip = { provider: 'C6BANK', expirationDate, instructions: 'Pagar no banco', ...more };
    const answer = await postJson(service, {
      amount: String(amount),
      customer: CUSTOMER,
      payment: { bankSlip },
    });
    const made = answer.json() as Made;
    assert.equal(made.status, 1, answer.text);
    return made;
  };
  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Made;
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = await read(id);
      return record.status === status ? record : undefined;
    });
  const cancel = (id: string) =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void`, headers: API_PAIR });
  /** Time passes here and at the bank. */
  const pass = (ms: number) => {
    host.control.advance({ advanceMs: ms });
    service.clock.advance(ms);
  };
  const lineOf = ({ payment }: Made) => String(payment.bankSlip.digitableLine);
  /** Why a person is to look at it. */
  const reasonsOf = async (id: string) => {
    const { cases } = (await service.command('transaction', 'show', id)) as { cases: readonly Fields[] };
    return cases.map(({ reason }) => reason);
  };

  test('and cannot be taken back yet is being canceled until the bank has done so', async () => {
    const { transactionId } = await make();
    const answer = await cancel(transactionId);
    assert.deepEqual([answer.status, (answer.json() as Made).status], [200, 8], answer.text);
    const again = await cancel(transactionId);
    assert.deepEqual([again.status, (again.json() as Made).status], [200, 8], again.text);
    pass(3 * MINUTE_MS);
    const { payment } = await reaches(transactionId, 9);
    assert.equal(payment.bankSlip.paymentAmount, undefined);
  });

  test('and is paid before the bank takes it back is paid', async () => {
    const made = await make();
    assert.equal(((await cancel(made.transactionId)).json() as Made).status, 8);
    await host.control.slips.pay({ line: lineOf(made), force: true });
    pass(3 * MINUTE_MS);
    const { payment } = await reaches(made.transactionId, 6);
    assert.equal(payment.bankSlip.paymentAmount, String(AMOUNT));
    const refused = await cancel(made.transactionId);
    assert.deepEqual([refused.status, refused.text.includes('refund_by_transfer')], [409, true]);
  });

  test('and cannot be taken back yet is not exchanged for another one until it is', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { transactionId } = await make();
    const dueOn = new Date(service.clock.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    const change = () => browser.call('POST', `/sales/${transactionId}/slip/due-date`, { dueOn });
    for (let press = 1; press <= 2; press += 1) {
      const early = await change();
      assert.deepEqual([early.status, /ainda não baixou/.test(early.text)], [409, true], early.text);
    }
    assert.equal((await read(transactionId)).payment.bankSlip.replacedBy, undefined);
    pass(3 * MINUTE_MS);
    await reaches(transactionId, 9);
    const { id } = okJson<{ id: string }>(await change());
    assert.equal((await read(id)).payment.bankSlip.replaces, transactionId);
    // The one that is being taken back is paid instead.
    const paid = await make();
    pass(3 * MINUTE_MS);
    await host.control.slips.pay({ line: lineOf(paid) });
    const late = await browser.call('POST', `/sales/${paid.transactionId}/slip/due-date`, { dueOn });
    assert.deepEqual([late.status, /acabou de pagar/.test(late.text)], [409, true], late.text);
    assert.equal((await read(paid.transactionId)).status, 6);
    assert.equal((await read(paid.transactionId)).payment.bankSlip.replacedBy, undefined);
  });

  test('and is paid with less is paid, and a person is told', async () => {
    const made = await make();
    pass(3 * MINUTE_MS);
    await host.control.slips.pay({ line: lineOf(made), amount: AMOUNT - 1 });
    pass(DAY_MS);
    const { payment } = await reaches(made.transactionId, 6);
    assert.equal(payment.bankSlip.paymentAmount, String(AMOUNT - 1));
    assert.deepEqual(await reasonsOf(made.transactionId), ['less was paid than is due']);
  });

  test('and is paid with its discount is paid in full', async () => {
    const until = new Date(service.clock.now() + 4 * DAY_MS).toISOString().slice(0, 10);
    const made = await make({ discount: [{ until, type: 'amount', value: '300' }] });
    pass(3 * MINUTE_MS);
    await host.control.slips.pay({ line: lineOf(made), amount: AMOUNT - 300 });
    pass(DAY_MS);
    await reaches(made.transactionId, 6);
    assert.deepEqual(await reasonsOf(made.transactionId), []);
  });

  test('and whose payment is taken back stays paid, and a person is told until it comes again', async () => {
    const made = await make();
    const line = lineOf(made);
    pass(3 * MINUTE_MS);
    await host.control.slips.pay({ line });
    pass(DAY_MS);
    await reaches(made.transactionId, 6);
    host.control.slips.takeBack({ line });
    pass(DAY_MS);
    const record = await until('the record tells it', async () => {
      const now = await read(made.transactionId);
      return now.payment.bankSlip.takenBackAt === undefined ? undefined : now;
    });
    assert.deepEqual([record.status, record.payment.bankSlip.paymentAmount], [6, String(AMOUNT)]);
    assert.deepEqual(await reasonsOf(made.transactionId), ['the payment was taken back at the bank']);
    await host.control.slips.pay({ line });
    pass(DAY_MS);
    await until('it is paid again', async () => {
      const now = await read(made.transactionId);
      return now.payment.bankSlip.takenBackAt === undefined;
    });
    assert.deepEqual(await reasonsOf(made.transactionId), []);
  });

  test('and is paid by its Pix is given back, or a person is told that the bank did not', async () => {
    const both = [await make(), await make({}, NO_BALANCE)] as const;
    pass(3 * MINUTE_MS);
    for (const { transactionId, payment } of both) {
      await host.control.slips.pay({ pix: String(payment.bankSlip.qrCode) });
      await reaches(transactionId, 6);
      assert.equal((await cancel(transactionId)).status, 200);
    }
    pass(MINUTE_MS);
    const [given, kept] = both;
    await reaches(given.transactionId, 9);
    await until('a person is told', async () => (await reasonsOf(kept.transactionId)).length > 0);
    assert.deepEqual(await reasonsOf(kept.transactionId), ['the refund was not made']);
    assert.equal((await read(kept.transactionId)).status, 6);
    assert.deepEqual(await reasonsOf(given.transactionId), []);
  });

  test('and is paid days after it was canceled is found out, and a person is told', async () => {
    const made = await make();
    pass(3 * MINUTE_MS);
    assert.equal(((await cancel(made.transactionId)).json() as Made).status, 9);
    await host.control.slips.pay({ line: lineOf(made), force: true });
    pass(DAY_MS);
    const surplus = await until('the money is in the book', async () => {
      const { bankSlip } = (await read(made.transactionId)).payment;
      const [one] = (bankSlip.surplus ?? []) as Fields[];
      return one?.state === 'failed' ? one : undefined;
    });
    assert.equal(surplus.amount, String(AMOUNT));
    assert.deepEqual(await reasonsOf(made.transactionId), ['the surplus was not given back']);
  });
});
