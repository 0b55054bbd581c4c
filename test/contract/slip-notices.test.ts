import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TOKEN = /^http:\/\/[^/]+(\/pix\/[\w-]{43})$/;
const JSON_TYPE = { 'Content-Type': 'application/json' };
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

onSqliteByDay('Notices of slips', {}, (service) => {
  let host: PixHost;
  let path: string;
  before(async () => {
    host = await startPixHost({ profile: 'C6BANK' });
    const given = { ...(await accountSettings(host)), slipProduct: 'hybrid' };
    const settings = Object.entries(given).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
    const at = ['--person', '1', '--provider', 'C6BANK'];
    const added = await service.command('acquirer', 'add', ...at, ...settings);
    assert.equal(added.notices, 'good', JSON.stringify(added));
    path = `${TOKEN.exec(String(added.noticesUrl))?.[1]}/boletos`;
  });
  after(() => host.close());

  /** One that the bank has registered. */
  const make = async () => {
    const expirationDate = new Date(service.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10);
    const answer = await postJson(service, {
      amount: '12303',
      customer: CUSTOMER,
      payment: { bankSlip: { provider: 'C6BANK', expirationDate, instructions: 'Pagar no banco' } },
    });
    const made = answer.json() as Made;
    assert.equal(made.status, 1, answer.text);
    host.control.advance({ advanceMs: 3 * MINUTE_MS });
    service.clock.advance(3 * MINUTE_MS);
    const { digitableLine, qrCode } = made.payment.bankSlip;
    return { id: made.transactionId, line: String(digitableLine), pix: String(qrCode) };
  };
  const statusOf = async (id: string) =>
    ((await getAs(service, `/v1/transactions/${id}`)).json() as Made).status;
  const tell = (body: unknown) =>
    service.send({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });

  for (const half of ['line', 'pix'] as const) {
    test(`tell at once that one was paid by its ${half}`, async () => {
      const made = await make();
      // From here on nothing happens because time passes.
      const goOn = service.clock.standStill();
      try {
        await host.control.slips.pay({ [half]: made[half] });
        await until('it is paid', async () => (await statusOf(made.id)) === 6);
      } finally {
        goOn();
      }
    });
  }

  test('are about slips, and what they found is counted as such', async () => {
    const counted = async (kind: string) => {
      const { text } = await service.send({ path: '/metrics' });
      const series = `^guiche_pix_paid_total\\{provider="C6BANK",kind="${kind}",found_by="\\w+"\\} (\\S+)$`;
      const counts = [...text.matchAll(new RegExp(series, 'gm'))].map(([, count]) => Number(count));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    await until('both are counted', async () => (await counted('bankSlip')) === 2);
    assert.equal(await counted('pix'), 0);
  });

  test('prove nothing: a false one only makes the bank asked', async () => {
    const { id } = await make();
    const sent = host.control.notices().notices.map(({ body }) => body as Fields);
    const name = host.control.slips.book({ limit: 1 }).slips[0]?.name;
    assert.ok(sent.length > 0 && name !== undefined);
    const answer = await tell({ external_reference_id: name, status: 'PAID', payments: [{ amount: 123 }] });
    assert.equal(answer.status, 200);
    const asked = () =>
      host.control.requests({ limit: 500 }).requests.filter((one) => one.path.includes(String(name))).length;
    const before = asked();
    await tell({ external_reference_id: name });
    await until('the bank is asked', async () => asked() > before);
    assert.equal(await statusOf(id), 1);
  });

  test('that nobody can read are taken, and change nothing', async () => {
    for (const body of [{}, [], { external_reference_id: 7 }, { external_reference_id: 'X' }]) {
      assert.equal((await tell(body)).status, 200);
    }
  });
});

/** A sale waits a fifth of the time for a registration without an answer. */
onSqliteByDay('An account for plain slips alone', { GUICHE_SIM_TIME_SCALE: '5' }, (service) => {
  let host: PixHost;
  let added: Record<string, unknown>;
  const at = ['--person', '1', '--provider', 'C6BANK'];
  before(async () => {
    host = await startPixHost({ profile: 'C6BANK' });
    const all = { ...(await accountSettings(host)), slipProduct: 'plain' };
    const settings = Object.entries(all)
      .filter(([name]) => !name.endsWith('Key') || name === 'certificateKey')
      .flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
    added = await service.command('acquirer', 'add', ...at, ...settings);
  });
  after(() => host.close());

  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Made;
  const reaches = (id: string, status: number) =>
    until(`status ${status}`, async () => {
      const record = await read(id);
      return record.status === status ? record : undefined;
    });
  /** One that the bank has made, and whose answer is lost: only the bank's own name leads to it. */
  const lost = async () => {
    const before = host.control.slips.book({}).slips.length;
    host.control.force({ operation: 'slip', fault: 'reset_after' });
    const expirationDate = new Date(service.clock.now() + 9 * DAY_MS).toISOString().slice(0, 10);
    const answer = await postJson(service, {
      amount: '12303',
      customer: CUSTOMER,
      payment: { bankSlip: { provider: 'C6BANK', expirationDate, instructions: 'Pagar no banco' } },
    });
    const { transactionId: id, status } = answer.json() as Made;
    assert.equal(status, 0, answer.text);
    const made = () => host.control.slips.book({}).slips;
    const [slip] = made();
    assert.equal(made().length, before + 1);
    return { id, slip: slip as Fields, isOne: () => made().length === before + 1 };
  };
  const tell = (body: unknown) =>
    service.send({
      method: 'POST',
      path: `${TOKEN.exec(String(added.noticesUrl))?.[1]}/boletos`,
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });

  test('needs no key for Pix: it is added, told and checked', async () => {
    assert.notEqual(added.notices, 'bad', JSON.stringify(added));
    const checked = await service.command('acquirer', 'check', ...at);
    assert.doesNotMatch(JSON.stringify(checked), /"bad"/);
  });

  test('finds a slip whose registration was not answered by the name in a notice, if it is that of the slip', async () => {
    const [other, { id, slip, isOne }] = [await lost(), await lost()];
    for (const wrong of [other.slip.id, 'NOBODY', '../x', 7, undefined]) {
      await tell({ external_reference_id: slip.name, id: wrong });
    }
    assert.equal((await read(id)).status, 0);
    await tell({ external_reference_id: slip.name, id: slip.id });
    const { payment } = await reaches(id, 1);
    assert.equal(payment.bankSlip.digitableLine, slip.line);
    assert.ok(isOne(), 'there is a second slip');
    assert.equal((await read(other.id)).status, 0);
  });

  test('finds one that its payer’s bank showed him and he paid, though it was left to a person by then', async () => {
    const { id, slip, isOne } = await lost();
    const caseOfIt = async () => (await service.rooms().cases.ofTransaction(id))[0];
    for (let found = await until('recovery has it', caseOfIt); found.state === 'open'; ) {
      const { tries } = found;
      service.clock.advance(4 * HOUR_MS);
      found = await until('it was asked about', async () => {
        const now = await caseOfIt();
        return now?.tries === tries ? undefined : now;
      });
    }
    host.control.advance({ advanceMs: 3 * MINUTE_MS });
    await host.control.slips.pay({ line: slip.line });
    await reaches(id, 6);
    service.clock.advance(HOUR_MS);
    const { bankSlip } = await until('its payment is in the book', async () => {
      const { payment } = await read(id);
      return payment.bankSlip.paymentAmount === undefined ? undefined : payment;
    });
    assert.deepEqual([bankSlip.paymentAmount, bankSlip.surplus], ['12303', undefined]);
    assert.equal(await caseOfIt(), undefined);
    assert.ok(isOne(), 'there is a second slip');
  });
});
