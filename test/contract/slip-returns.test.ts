import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { type PixHost, startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { itauReturn, type TestReturn } from '../../src/gateway/providers/slip-returns/test-files.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { getAs, postJson } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const AMOUNT = 12_303;
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

onSqliteByDay('A return file', {}, (service) => {
  let host: PixHost;
  let folder: string;
  let beneficiary: string;
  before(async () => {
    host = await startPixHost({ profile: 'ITAU' });
    folder = await mkdtemp(join(tmpdir(), 'guiche-returns-'));
    const given = await accountSettings(host);
    beneficiary = String(given.beneficiary);
    const settings = Object.entries(given).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
    await service.command('acquirer', 'add', '--person', '1', '--provider', 'ITAU', ...settings);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const make = async () => {
    const expirationDate = new Date(service.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10);
    const answer = await postJson(service, {
      amount: String(AMOUNT),
      customer: CUSTOMER,
      payment: { bankSlip: { provider: 'ITAU', expirationDate, instructions: 'Pagar no banco' } },
    });
    const made = answer.json() as Made;
    assert.equal(made.status, 1, answer.text);
    const { providerReference, digitableLine } = made.payment.bankSlip;
    const number = Number(/\/(\d{8})/.exec(String(providerReference))?.[1]);
    return { id: made.transactionId, line: String(digitableLine), number };
  };
  const read = async (id: string) => (await getAs(service, `/v1/transactions/${id}`)).json() as Made;
  const told = (number: number, occurrence = '06'): TestReturn => ({
    ...{ number, occurrence, day: '2026-11-26', paid: AMOUNT },
  });
  const importing = async (slips: readonly TestReturn[], of = beneficiary) => {
    const path = join(folder, 'retorno.ret');
    await writeFile(path, itauReturn(of, slips));
    const { provider, lines, matched, unknown, asked } = await service.command('slips', 'import', path);
    return [provider, lines, matched, unknown, asked];
  };

  test('makes the bank asked at once of what it calls paid, and counts what it does not know', async () => {
    const [paid, waiting] = [await make(), await make()];
    await host.control.slips.pay({ line: paid.line });
    // From here on nothing happens because time passes.
    const goOn = service.clock.standStill();
    try {
      const slips = [told(paid.number), told(waiting.number, '02'), told(99_999_999)];
      assert.deepEqual(await importing(slips), ['ITAU', 5, 2, 1, 1]);
      await until('it is paid', async () => (await read(paid.id)).status === 6);
      const record = await read(paid.id);
      assert.deepEqual(await importing(slips), ['ITAU', 5, 2, 1, 1]);
      assert.deepEqual(await read(paid.id), record, 'once more it changes nothing');
      assert.equal((await read(waiting.id)).status, 1);
    } finally {
      goOn();
    }
  });

  test('is believed in nothing: what only it calls paid is not', async () => {
    const { id, number } = await make();
    const asked = () =>
      host.control.requests({ limit: 500 }).requests.filter(({ path }) => path.includes('/boletoscash/'))
        .length;
    // From here on nothing happens because time passes.
    const goOn = service.clock.standStill();
    try {
      const before = asked();
      await importing([told(number)]);
      await until('the bank is asked', async () => asked() > before);
      assert.equal((await read(id)).status, 1);
    } finally {
      goOn();
    }
  });

  test('of another account at the bank is about other slips', async () => {
    const { number } = await make();
    assert.deepEqual(await importing([told(number)], '999900999999'), ['ITAU', 3, 0, 1, 0]);
  });

  test('that is broken is refused whole, with the number of its line', async () => {
    const { number } = await make();
    const path = join(folder, 'quebrado.ret');
    const lines = itauReturn(beneficiary, [told(number), told(number + 1)]).split('\r\n');
    await writeFile(path, lines.with(2, String(lines[2]).slice(1)).join('\r\n'));
    await assert.rejects(service.command('slips', 'import', path), /linha 3: tem 399 colunas/);
  });
});
