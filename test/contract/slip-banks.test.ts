import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

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

  const ask = async () => {
    const expirationDate = new Date(service.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10);
    const answer = await postJson(service, {
      amount: '12303',
      customer: CUSTOMER,
      payment: { bankSlip: { provider: 'ITAU', expirationDate, instructions: 'Pagável em qualquer banco' } },
    });
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
});
