import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { browserOf, okJson } from './panel/panel-client.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CUSTOMER = {
  name: 'Maria da Silva',
  document: '11144477735',
  address: {
    address: 'Rua das Flores',
    number: '100',
    district: 'Centro',
    zipcode: '01001000',
    city: 'São Paulo',
    state: 'SP',
  },
};

interface Made {
  readonly transactionId: string;
  readonly status: number;
  readonly payment: { readonly bankSlip: Fields };
}

onSqliteByDay('A slip of an account at a bank', {}, (service) => {
  let host: PixHost;
  before(async () => {
    host = await startPixHost({ profile: 'ITAU' });
    const settings = Object.entries(await accountSettings(host)).flatMap(([name, value]) => [
      '--setting',
      `${name}=${value}`,
    ]);
    await service.command('acquirer', 'add', '--person', '1', '--provider', 'ITAU', ...settings);
  });
  after(() => host.close());

  const send = (slip: object = {}, customer: object = {}, address: object = {}, api = API_PAIR) => {
    const expirationDate = new Date(service.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10);
    const asked = { provider: 'ITAU', expirationDate, instructions: 'Pagável em qualquer banco' };
    const body = {
      amount: '12303',
      customer: { ...CUSTOMER, ...customer, address: { ...CUSTOMER.address, ...address } },
      payment: { bankSlip: { ...asked, ...slip } },
    };
    return postJson(service, body, api);
  };
  const ask = async () => {
    const answer = await send();
    assert.equal(answer.status, 201, answer.text);
    return answer.json() as Made;
  };
  const make = async () => {
    const record = await ask();
    assert.equal(record.status, 1);
    return record;
  };
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = (await getAs(service, `/v1/transactions/${id}`)).json() as Fields;
      return record.status === status;
    });

  test('is registered there, with the code of the bank, and is paid when the bank says so', async () => {
    const { transactionId, payment } = await make();
    const { digitableLine, qrCode } = payment.bankSlip;
    assert.match(String(digitableLine), /^341\d{44}$/);
    assert.match(String(qrCode), /^000201/);
    const page = await service.send({ path: new URL(String(payment.bankSlip.url)).pathname });
    const { beneficiary = '' } = await accountSettings(host);
    const printed = `${beneficiary.slice(0, 4)}/${beneficiary.slice(6, 11)}-${beneficiary.slice(11)}`;
    assert.ok(page.text.includes(printed), `${printed} is not on the slip`);
    await host.control.slips.pay({ line: String(digitableLine) });
    service.clock.advance(DAY_MS);
    await reaches(transactionId, 6);
  });

  test('is counted as late where its registration takes a while, and told with its code then', async () => {
    const counted = async (outcome: string) => {
      const { text } = await service.send({ path: '/metrics' });
      const labels = `provider="ITAU",kind="bankSlip",outcome="${outcome}"`;
      return Number(new RegExp(`^guiche_pix_charges_total\\{${labels}\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    const [late, atOnce] = [await counted('pending'), await counted('buyer_awaited')];
    host.control.slips.registration({ laterMs: MINUTE_MS });
    const { transactionId, status } = await ask();
    assert.equal(status, 0);
    host.control.slips.registration({ laterMs: 0 });
    assert.deepEqual([await counted('pending'), await counted('buyer_awaited')], [late + 1, atOnce]);
    host.control.advance({ advanceMs: MINUTE_MS });
    service.clock.advance(MINUTE_MS);
    await reaches(transactionId, 1);
    const record = (await getAs(service, `/v1/transactions/${transactionId}`)).json() as Made;
    assert.match(String(record.payment.bankSlip.digitableLine), /^341\d{44}$/);
  });

  test('is taken back there before it is paid', async () => {
    const { transactionId } = await make();
    const path = `/v1/transactions/${transactionId}/void`;
    await service.send({ method: 'PUT', path, headers: API_PAIR });
    await reaches(transactionId, 9);
  });

  test('is shown to its shop alone, canceled and exchanged by nobody else, and has one address', async () => {
    const { transactionId, payment } = await make();
    const { api } = await addMerchant(service);
    const path = `/v1/transactions/${transactionId}`;
    assertRefused(await getAs(service, path, api), 404, 'transaction_not_found');
    const canceled = await service.send({ method: 'PUT', path: `${path}/void`, headers: api });
    assertRefused(canceled, 404, 'transaction_not_found');
    const theirs = (await send({}, {}, {}, api)).json() as Made;
    const listed = await getAs(service, '/v1/transactions?from=2001-01-01', api);
    const { transactions } = listed.json() as { transactions: readonly Made[] };
    assert.deepEqual(
      transactions.map((one) => one.transactionId),
      [theirs.transactionId],
    );
    const browser = browserOf(service);
    okJson(await browser.logIn());
    assert.equal((await browser.call('GET', `/sales/${theirs.transactionId}`)).status, 404);
    const dueOn = new Date(service.clock.now() + 9 * DAY_MS).toISOString().slice(0, 10);
    const exchanged = await browser.call('POST', `/sales/${theirs.transactionId}/slip/due-date`, { dueOn });
    assert.equal(exchanged.status, 404, exchanged.text);
    const page = new URL(String(payment.bankSlip.url)).pathname;
    const turned = page.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const more of ['', '/pdf', '/status']) {
      assert.equal((await service.send({ path: page + more })).status, 200, more);
      assert.equal((await service.send({ path: turned + more })).status, 404, more);
    }
    for (const [id, of] of [
      [transactionId, API_PAIR],
      [theirs.transactionId, api],
    ] as const) {
      const record = (await getAs(service, `/v1/transactions/${id}`, of)).json() as Made;
      assert.equal(record.status, 1);
    }
  });

  test('takes texts up to their lengths, and not a letter more', async () => {
    const slip = { instructions: 300, guarantor: 45 };
    const customer = { name: 100 };
    const address = { address: 60, complement: 150, district: 80, city: 30 };
    const filled = (limits: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(limits).map(([name, length]) => [name, 'a'.repeat(length)]));
    const whole = await send(filled(slip), filled(customer), { ...filled(address), number: '1'.repeat(10) });
    assert.equal(whole.status, 201, whole.text);
    const refused = async (root: string, limits: Readonly<Record<string, number>>) => {
      for (const [name, length] of Object.entries(limits)) {
        const more = { [name]: 'a'.repeat(length + 1) };
        const answer = await send(
          root === 'payment.bankSlip' ? more : {},
          root === 'customer' ? more : {},
          root === 'customer.address' ? more : {},
        );
        assert.equal(answer.status, 400, `${name}: ${answer.text}`);
        const { error } = answer.json() as { error: Fields };
        assert.equal(error.field, `${root}.${name}`);
      }
    };
    await refused('payment.bankSlip', slip);
    await refused('customer', { ...customer, document: 18, phoneNumber: 18 });
    await refused('customer.address', { ...address, number: 10, state: 2 });
  });
});
