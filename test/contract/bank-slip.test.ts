import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSlipCode } from '../../src/gateway/providers/slip-code/index.ts';
import type { Sale, SaleRow } from '../../src/panel/sales/schema.ts';
import type { SaleSlip } from '../../src/panel/sales/slip-schema.ts';
import { isBankingDay } from '../../src/platform/time/banking-days.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { assertRefused as assertPanelRefused, browserOf, okJson } from './panel/panel-client.ts';

/** Nobody pays this amount by himself. */
const NEVER = '12303';
const DAY_MS = 24 * 60 * 60_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CUSTOMER = {
  name: 'Maria da Silva',
  document: '111.444.777-35',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001-000',
    city: 'São Paulo',
    state: 'sp',
  },
};

type Record = Fields & { transactionId: string; payment: { bankSlip: Fields } };

const returns = mkdtempSync(join(tmpdir(), 'guiche-watched-'));
after(() => rm(returns, { recursive: true, force: true }));
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '20', GUICHE_SLIP_RETURNS: returns };

onSqliteByDay('A payment by slip', SETTINGS, (service) => {
  const inDays = (days: number) =>
    new Date(service.clock.now() + days * DAY_MS - 3 * 60 * 60_000).toISOString().slice(0, 10);
  const send = (amount: string, slip: object = {}, customer: object = CUSTOMER) =>
    postJson(service, {
      amount,
      customer,
      payment: { bankSlip: { expirationDate: inDays(5), instructions: 'Não receber em cheque', ...slip } },
    });
  const make = async (amount = NEVER, slip: object = {}) => {
    const answer = await send(amount, slip);
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Record;
  };
  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Record;
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = await read(id);
      return record.status === status ? record : undefined;
    });
  const cancel = (id: string, amount = '') =>
    service.send({ method: 'PUT', path: `/v1/transactions/${id}/void${amount}`, headers: API_PAIR });
  const pay = (body: object) =>
    service.send({
      method: 'POST',
      path: '/__sim/slip/pay',
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });

  test('is registered at once, with a code that says what was asked for', async () => {
    const { status, amount, integrationType, payment } = await make();
    assert.deepEqual([status, amount, integrationType], [1, NEVER, 1]);
    const { digitableLine, barCode, expirationDate, provider, emissionDate, url, qrCode } = payment.bankSlip;
    assert.deepEqual([provider, expirationDate, emissionDate], ['ITAU', inDays(5), inDays(0)]);
    assert.match(String(digitableLine), /^341\d{44}$/);
    const code = readSlipCode(String(barCode), inDays(0));
    assert.ok(typeof code !== 'string');
    assert.deepEqual([code.bank, code.amount, code.dueDate], ['341', Number(NEVER), inDays(5)]);
    assert.match(String(url), /\/v1\/url-payment\//);
    assert.match(String(qrCode), /^000201/);
  });

  test('is looked for in the return files of a folder, and what cannot be read is told by doctor', async () => {
    await writeFile(join(returns, 'retorno.ret'), 'nada');
    const moved = join(returns, 'failed', 'retorno.ret');
    await until('the file has failed', () =>
      access(moved).then(
        () => true,
        () => undefined,
      ),
    );
    const { findings } = await service.command('doctor');
    assert.match(JSON.stringify(findings), /Arquivos de retorno.+que não foram importados/);
    await rm(join(returns, 'failed'), { recursive: true });
  });

  test('has a page and a file while it can be paid, and a receipt afterwards', async () => {
    const { transactionId, payment } = await make();
    const path = new URL(String(payment.bankSlip.url)).pathname;
    const get = (more = '') => service.send({ method: 'GET', path: `${path}${more}` });
    const page = await get();
    assert.equal(page.status, 200, page.text);
    assert.ok(page.text.includes('data-stand="waiting"'));
    assert.ok(page.text.includes('111.444.777-35'), 'the payer’s document is not as people write it');
    const line = String(payment.bankSlip.digitableLine);
    assert.ok(page.text.includes(`${line.slice(0, 5)}.${line.slice(5, 10)}`));
    const file = await get('/pdf');
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'application/pdf']);
    assert.ok(file.text.startsWith('%PDF-'));
    assert.equal(((await get('/status')).json() as Fields).status, 'waiting');
    assert.ok(page.text.includes('Pagar agora (teste)'));
    const pressed = await service.send({ method: 'POST', path: `${path}/pagar-teste` });
    assert.equal(pressed.status, 303, pressed.text);
    await reaches(transactionId, 6);
    assert.ok((await get()).text.includes('Boleto pago'));
    assert.equal((await get('/pdf')).status, 404);
  });

  test('is found in the panel as what it is', async () => {
    const { transactionId } = await make();
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { items } = okJson<{ items: SaleRow[] }>(await browser.call('GET', '/sales?kind=bankSlip'));
    assert.equal(items.find(({ id }) => id === transactionId)?.kind, 'bankSlip');
    const sale = okJson<Sale>(await browser.call('GET', `/sales/${transactionId}`));
    assert.deepEqual([sale.kind, sale.status, sale.pix, sale.card], ['bankSlip', 1, null, null]);
    const record = (await read(transactionId)).payment.bankSlip;
    const { line, url, pdf, dueOn, ourNumber, stand, paidAt } = sale.slip as SaleSlip;
    assert.deepEqual(
      { line, url, pdf, dueOn, ourNumber, stand, paidAt },
      {
        line: record.digitableLine,
        url: record.url,
        pdf: `${record.url}/pdf`,
        dueOn: record.expirationDate,
        ourNumber: record.providerReference,
        stand: 'due',
        paidAt: null,
      },
    );
    await pay({ transactionId });
    await reaches(transactionId, 6);
    const paid = okJson<Sale>(await browser.call('GET', `/sales/${transactionId}`));
    assert.deepEqual(
      [paid.slip?.line, paid.slip?.pdf, paid.slip?.stand, paid.slip?.paidAmount, paid.slip?.url],
      [null, null, 'on_time', Number(NEVER), record.url],
    );
    assert.equal(paid.release.possible, false, 'nobody takes back what was paid by the barcode');
    assert.ok(paid.timeline.some(({ title }) => title === 'Boleto pago'));
  });

  test('gets a new due date in the panel: the old one is taken back, and each tells of the other', async () => {
    const made = await make(NEVER, { payableDaysAfterDue: 10, fine: { type: 'percent', value: '2' } });
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const change = (id: string, dueOn: string) =>
      browser.call('POST', `/sales/${id}/slip/due-date`, { dueOn });
    const { transactionId: first } = made;
    const yesterday = await change(first, inDays(-1));
    assert.deepEqual([yesterday.status, yesterday.text.includes('"dueOn"')], [400, true], yesterday.text);
    const shown = okJson<Sale>(await browser.call('GET', `/sales/${first}`));
    assert.deepEqual(shown.slip?.newDueDate, { possible: true, first: inDays(0), last: inDays(365) });
    // A double press, and one more after the answer.
    const answers = await Promise.all([change(first, inDays(20)), change(first, inDays(20))]);
    const { id: one } = okJson<{ id: string }>(await change(first, inDays(20)));
    for (const answer of answers) {
      if (answer.status === 200) assert.equal(okJson<{ id: string }>(answer).id, one);
      else assert.match(answer.text, /já está sendo trocado/);
    }
    assertPanelRefused(await change(first, inDays(30)), 409, 'slip_not_replaceable');
    const [old, fresh] = [await read(first), await read(one)];
    assert.deepEqual([old.status, fresh.status, fresh.amount], [9, 1, NEVER]);
    assert.deepEqual(
      [
        old.payment.bankSlip.replacedBy,
        fresh.payment.bankSlip.replaces,
        fresh.payment.bankSlip.expirationDate,
      ],
      [one, first, inDays(20)],
    );
    const [oldSale, freshSale] = await Promise.all(
      [first, one].map(async (id) => okJson<Sale>(await browser.call('GET', `/sales/${id}`))),
    );
    assert.deepEqual([oldSale?.slip?.replacedBy, freshSale?.slip?.replaces], [one, first]);
    assert.equal(freshSale?.slip?.payableUntil, inDays(30), 'its terms stay');
    const reasons = (sale: Sale | undefined) =>
      sale?.timeline.map(({ reason }) => reason ?? '').join('|') ?? '';
    assert.match(reasons(oldSale), /Novo vencimento: \d\d\/\d\d\/\d{4}/);
    assert.match(reasons(freshSale), new RegExp(`No lugar do boleto ${oldSale?.slip?.ourNumber}`));
    const page = await service.send({
      method: 'GET',
      path: new URL(String(old.payment.bankSlip.url)).pathname,
    });
    assert.ok(page.text.includes('Este boleto foi trocado'));
    assert.ok(page.text.includes(String(fresh.payment.bankSlip.url)), 'the old page leads to the new slip');
    await pay({ transactionId: one });
    await reaches(one, 6);
    const late = await change(one, inDays(30));
    assertPanelRefused(late, 409, 'slip_not_replaceable');
    assert.match(late.text, /já foi pago/);
  });

  test('of a bank without a Pix in its slips has no code of a Pix', async () => {
    const { bankSlip } = (await make(NEVER, { provider: 'bb' })).payment;
    assert.deepEqual([bankSlip.provider, bankSlip.qrCode], ['BB', undefined]);
    assert.match(String(bankSlip.barCode), /^0019/);
  });

  test('is paid by its line, and tells what was paid and keeps its number', async () => {
    const made = await make();
    const { digitableLine: line, providerReference } = made.payment.bankSlip;
    assert.equal((await pay({ line })).status, 200);
    const { payment } = await reaches(made.transactionId, 6);
    assert.equal(payment.bankSlip.paymentAmount, NEVER);
    assert.equal(payment.bankSlip.providerReference, providerReference);
    assert.deepEqual(payment.bankSlip.paidDetails, { interest: '0', fine: '0', discount: '0' });
    assert.equal(payment.bankSlip.endToEndId, undefined);
    await assertRefused(await cancel(made.transactionId), 409, 'refund_by_transfer');
    assert.equal((await read(made.transactionId)).status, 6);
  });

  test('is paid by itself', async () => {
    const { transactionId } = await make('10001');
    await reaches(transactionId, 6);
  });

  test('is paid by its Pix, and that is given back', async () => {
    const made = await make();
    assert.equal((await pay({ pix: made.payment.bankSlip.qrCode })).status, 200);
    const paid = await reaches(made.transactionId, 6);
    assert.match(String(paid.payment.bankSlip.endToEndId), /^E/);
    assert.equal((await cancel(made.transactionId)).status, 200);
    await reaches(made.transactionId, 9);
  });

  test('is paid by both halves once, and the Pix that came second goes back', async () => {
    const { transactionId } = await make('10008');
    await reaches(transactionId, 6);
    const record = await until('the surplus is given back', async () => {
      const { payment } = await read(transactionId);
      const [first] = (payment.bankSlip.surplus ?? []) as Fields[];
      return first?.state === 'refunded' ? payment.bankSlip : undefined;
    });
    assert.equal(record.endToEndId, undefined);
  });

  test('is canceled at the bank before it is paid', async () => {
    const { transactionId, payment } = await make();
    const canceled = await cancel(transactionId);
    assert.deepEqual([canceled.status, (canceled.json() as Fields).status], [200, 9]);
    assert.equal((await pay({ line: payment.bankSlip.digitableLine })).status, 409);
  });

  test('whose creation was not answered exists once, or failed', async () => {
    const lost = await make('10005');
    const { payment } = await reaches(lost.transactionId, 1);
    assert.match(String(payment.bankSlip.barCode), /^\d{44}$/);
    const none = await make('10006');
    assert.equal(none.status, 0);
    await reaches(none.transactionId, 11);
  });

  test('is refused where a field is missing or cannot be read', async () => {
    const { address, ...nobody } = CUSTOMER;
    const refused = async (code: string, field: string, slip: object, customer?: object) =>
      assertRefused(await send(NEVER, slip, customer), 400, code, field);
    await refused('slip_field_missing', 'customer.name', {}, { ...CUSTOMER, name: undefined });
    await refused('slip_field_invalid', 'customer.document', {}, { ...CUSTOMER, document: '11144477736' });
    await refused('slip_field_missing', 'customer.address.address', {}, nobody);
    const at = (more: object) => ({ ...CUSTOMER, address: { ...address, ...more } });
    await refused('slip_field_invalid', 'customer.address.zipcode', {}, at({ zipcode: '123' }));
    await refused('slip_field_invalid', 'customer.address.state', {}, at({ state: 'XX' }));
    const due = 'payment.bankSlip.expirationDate';
    for (const expirationDate of [inDays(-1), inDays(366), '2027-02-30', 'amanhã'])
      await refused('slip_due_date_invalid', due, { expirationDate });
    const interest = 'payment.bankSlip.interest.value';
    await refused('interest_above_limit', interest, { interest: { type: 'monthlyPercent', value: '1.01' } });
    await refused('interest_above_limit', interest, { interest: { type: 'dailyAmount', value: 6 } });
    await refused('slip_field_invalid', interest, { interest: { type: 'monthlyPercent', value: '1.005' } });
    await refused('fine_above_limit', 'payment.bankSlip.fine.value', {
      fine: { type: 'percent', value: '2.01' },
    });
    await refused('slip_field_invalid', 'payment.bankSlip.discount[1].until', {
      discount: [
        { until: inDays(2), type: 'percent', value: 5 },
        { until: inDays(2), type: 'amount', value: 100 },
      ],
    });
    await refused('slip_field_invalid', 'payment.bankSlip.payableDaysAfterDue', { payableDaysAfterDue: 61 });
    await assertRefused(await send('249'), 400, 'slip_amount_invalid', 'amount');
  });

  test('due today is taken, with all that is due besides', async () => {
    const { status } = await make(NEVER, {
      expirationDate: inDays(0),
      payableDaysAfterDue: 60,
      interest: { type: 'dailyAmount', value: 5 },
      fine: { type: 'amount', value: '246' },
      discount: [{ until: inDays(0), type: 'percent', value: '10.50' }],
    });
    assert.equal(status, 1);
  });

  test('paid early it costs less by its discount, and paid late more by interest and fine, each told apart', async () => {
    const paid = async (id: string) => {
      await pay({ transactionId: id });
      const { bankSlip } = (await reaches(id, 6)).payment;
      return [bankSlip.paymentAmount, bankSlip.paidDetails];
    };
    const early = await make(NEVER, { discount: [{ until: inDays(2), type: 'percent', value: '10' }] });
    assert.deepEqual(await paid(early.transactionId), [
      String(Number(NEVER) - 1_230),
      { interest: '0', fine: '0', discount: '1230' },
    ]);
    const dueIn = [5, 6, 7, 8, 9, 10, 11, 12].find((days) => isBankingDay(inDays(days))) ?? 5;
    const late = await make(NEVER, {
      expirationDate: inDays(dueIn),
      payableDaysAfterDue: 60,
      interest: { type: 'monthlyPercent', value: '1' },
      fine: { type: 'percent', value: '2' },
    });
    service.clock.advance((dueIn + 10) * DAY_MS);
    assert.deepEqual(await paid(late.transactionId), [
      String(Number(NEVER) + 41 + 246),
      { interest: '41', fine: '246', discount: '0' },
    ]);
  });
});
