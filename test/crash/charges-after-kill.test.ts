import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { startCieloHost } from '../../simulators/cielo-host/cielo-host.ts';
import { accountSettings } from '../../simulators/pix-host/account.ts';
import { startPixHost } from '../../simulators/pix-host/pix-host.ts';
import { itauReturn } from '../../src/gateway/providers/slip-returns/test-files.ts';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const JSON_API = { ...API_PAIR, 'Content-Type': 'application/json' };
const FAST = { GUICHE_SIM_TIME_SCALE: '600' };
/** More than one look at the folder takes, so that some are left at the kill. */
const FILES = 150;
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

type Made = Fields & { transactionId: string; status: number; payment: Record<'pix' | 'bankSlip', Fields> };

for (const engine of SQLITE_BY_DAY) {
  describe(`a service that is killed over Pix and slips, on ${engine}`, () => {
    let place: DatabasePlace;
    before(async () => {
      place = await newStartedPlace(engine);
    });
    afterEach(killStarted);
    after(() => place?.remove());

    const addAccount = async (provider: string, settings: object) => {
      const given = Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]);
      const at = ['--person', '1', '--provider', provider, '--default'];
      const { code, error } = await runGuiche(place, ['acquirer', 'add', ...at, ...given], FAST);
      assert.equal(code, 0, error);
    };
    const make = async (client: Client, sale: object) => {
      const call = { method: 'POST', path: TRANSACTIONS_PATH, headers: JSON_API, body: JSON.stringify(sale) };
      const answer = await client.send(call);
      const made = answer.json() as Made;
      assert.equal(made.status, 1, answer.text);
      return made;
    };
    const read = async (client: Client, id: string) =>
      (await client.send({ path: `${TRANSACTIONS_PATH}/${id}`, headers: API_PAIR })).json() as Made;
    const reaches = (client: Client, id: string, status: number) =>
      until(`status ${status}`, async () => {
        const record = await read(client, id);
        return record.status === status ? record : undefined;
      });

    test('while Cielo gives back of a Pix: it is found once Cielo shows it, and was asked for once', async (t) => {
      const startedAt = Date.now();
      const held = Promise.withResolvers<void>();
      const host = await startCieloHost({
        // Until the test moves it, Cielo is giving back and shows nothing of it.
        realClock: { now: () => startedAt },
        onHold: held.resolve,
      });
      t.after(() => host.close());
      await addAccount('CIELO', { ...host.settings(), pix: 'on' });
      const service = await startService(place, FAST);
      const client = createClient(service.address, 2);
      const { transactionId: id, payment } = await make(client, { amount: '1003', payment: { pix: {} } });
      const paymentId = payment.pix.providerReference;
      host.control.payPix({ paymentId });
      await reaches(client, id, 6);
      const calls = (operation: string) =>
        host.control
          .requests({ limit: 500 })
          .requests.filter((one) => one.operation === operation && one.theirId === paymentId).length;
      host.control.force({ operation: 'refund', fault: 'timeout_after', times: 1 });
      const path = `${TRANSACTIONS_PATH}/${id}/void?amount=300`;
      const answer = client.send({ method: 'PUT', path, headers: API_PAIR }).catch(() => undefined);
      await held.promise;
      await service.end('SIGKILL');
      assert.equal(await answer, undefined);
      client.close();

      const before = calls('query');
      const next = await startService(place, FAST);
      const again = createClient(next.address, 2);
      const refundOf = async () => {
        const { pix } = (await read(again, id)).payment;
        return [pix.refundingAmount, pix.refundedAmount];
      };
      await until('recovery asks about it', () => calls('query') >= before + 3);
      assert.deepEqual(await refundOf(), ['300', undefined]);
      host.control.advance({ advanceMs: 3_000 });
      await until('it went back', async () => (await refundOf())[1] === '300');
      assert.deepEqual(await refundOf(), [undefined, '300']);
      assert.equal(calls('refund'), 1);
      const [charge] = host.control.pix({ paymentId }).charges;
      assert.equal(charge?.refund?.amount, 300);
      again.close();
      await next.end('SIGTERM');
    });

    test('while it reads return files: none is lost, none stays, and each slip is paid once', async (t) => {
      const host = await startPixHost({ profile: 'ITAU' });
      const folder = await mkdtemp(join(tmpdir(), 'guiche-returns-'));
      t.after(async () => {
        await host.close();
        await rm(folder, { recursive: true, force: true });
      });
      const account = await accountSettings(host);
      await addAccount('ITAU', account);
      const settings = { GUICHE_SIM_TIME_SCALE: '20', GUICHE_SLIP_RETURNS: folder };
      const service = await startService(place, settings);
      const client = createClient(service.address, 2);
      const expirationDate = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
      const bankSlip = { provider: 'ITAU', expirationDate, instructions: 'Pagar no banco' };
      const slips = await Promise.all(
        [1, 2, 3].map(() => make(client, { amount: '12303', customer: CUSTOMER, payment: { bankSlip } })),
      );
      client.close();
      for (const { payment } of slips) {
        await host.control.slips.pay({ line: String(payment.bankSlip.digitableLine) });
      }
      const numbers = slips.map(
        ({ payment }) => /\/(\d{8})/.exec(String(payment.bankSlip.providerReference))?.[1],
      );
      const done = join(folder, 'done');
      await mkdir(done);
      const moved = Promise.withResolvers<void>();
      const watcher = watch(done, () => moved.resolve());
      t.after(() => watcher.close());
      const names = Array.from({ length: FILES }, (_, at) => `${String(at).padStart(3, '0')}.ret`);
      for (const [at, name] of names.entries()) {
        const number = Number(numbers[at % numbers.length]);
        const told = { number, occurrence: '06', day: '2026-11-26', paid: 12_303 };
        await writeFile(join(folder, name), itauReturn(String(account.beneficiary), [told]));
      }
      await moved.promise;
      await service.end('SIGKILL');
      const left = (await readdir(folder)).filter((name) => name.endsWith('.ret'));
      assert.ok(left.length > 0, 'all were read before the kill');

      const next = await startService(place, settings);
      const again = createClient(next.address, 2);
      await until('all are read', async () => (await readdir(done)).length === FILES);
      assert.deepEqual((await readdir(done)).toSorted(), names);
      assert.deepEqual(await readdir(folder), ['done']);
      for (const { transactionId } of slips) {
        const { payment } = await reaches(again, transactionId, 6);
        assert.deepEqual([payment.bankSlip.paymentAmount, payment.bankSlip.surplus], ['12303', undefined]);
      }
      again.close();
      await next.end('SIGTERM');
    });
  });
}
