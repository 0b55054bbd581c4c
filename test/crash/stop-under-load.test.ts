import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { loadConfig } from '../../src/composition/config/config.ts';
import { openRooms } from '../../src/composition/rooms.ts';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { CARD, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { until } from '../support/waiting.ts';
import { QUICK_CARDS, SLOW_CARD, startLoad } from './load.ts';

const CONNECTIONS = 30;
const LOAD_MS = 500;
/** The slow card takes 2.5 s. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '2' };
/** Shorter than the grace period of requests in flight. */
const STOP_TIMEOUT_MS = 9_000;

describe('a service that is stopped while it sells', () => {
  after(killStarted);

  for (const engine of SQLITE_BY_DAY) {
    test(`answers requests in flight, stores no unanswered sale, and exits with 0 (${engine})`, async (context) => {
      const place = await newStartedPlace(engine);
      const service = await startService(place, SETTINGS);
      const stored = await openStoredRows(place);
      const client = createClient(service.address, CONNECTIONS);
      context.after(async () => {
        client.close();
        await stored.close();
        await place.remove();
      });
      const slow = Array.from({ length: CONNECTIONS }, () =>
        client.send(saleCall(saleOf({ cardInfo: { ...CARD, number: SLOW_CARD } }))),
      );
      // A connection that is not accepted yet is not in flight: closing the port refuses it.
      await until(
        'all sales are stored',
        async () => (await stored.counts(['transactions'])).transactions === CONNECTIONS,
      );
      const load = startLoad(service.address, { connections: CONNECTIONS, name: 'load', cards: QUICK_CARDS });
      await until('a sale of the load is answered', () => load.answered.length > 0);
      await sleep(LOAD_MS);

      const [finished] = await Promise.all([service.end('SIGTERM'), load.stop()]);
      // When it takes longer than promised, the service exits with another code.
      assert.equal(finished.code, 0, finished.error);

      for (const answer of await Promise.all(slow)) {
        assert.equal(answer.status, 201, answer.text);
        assert.equal((answer.json() as { status: number }).status, 6, answer.text);
      }
      assert.deepEqual(load.faults, []);
      // A sale without an answer never reached the service, so it is safe to send it again.
      const references = new Set((await stored.rows('transactions')).map((row) => row.reference_id));
      assert.deepEqual(
        load.unanswered.filter((referenceId) => references.has(referenceId)),
        [],
      );
      assert.doesNotMatch(finished.error, /"level":"error"/);
      context.diagnostic(`${load.answered.length} sales answered, ${load.unanswered.length} never stored`);
    });
  }

  test('answers 10 for a sale whose acquirer is slow, stores it, and exits with 0', async (context) => {
    const place = await newStartedPlace('sqlite');
    const host = await startRedeHost();
    context.after(async () => {
      await host.close();
      await place.remove();
    });
    const api = await merchantAt(place, host);
    host.control.force({ operation: 'authorize', fault: 'timeout_after', times: 1 });
    const service = await startService(place);
    const client = createClient(service.address);
    context.after(() => client.close());
    const sold = client.send({
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: { 'Content-Type': 'application/json', ...api },
      body: JSON.stringify(saleBody()),
    });
    await until('the acquirer has the sale', () => host.control.requests({}).requests.length > 0);
    const finished = await service.end('SIGTERM');
    assert.equal(finished.code, 0, finished.error);
    const answer = await sold;
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.json() as { status: number }).status, 10, answer.text);
    const stored = await openStoredRows(place);
    const [transaction] = await stored.rows('transactions');
    const [attempt] = await stored.rows('attempts');
    await stored.close();
    assert.deepEqual([transaction?.status, attempt?.state], [10, 'unknown']);
  });

  test('without requests stops at once, even with open keep-alive connections', async (context) => {
    const place = await newStartedPlace('sqlite');
    context.after(place.remove);
    const service = await startService(place);
    const client = createClient(service.address);
    context.after(() => client.close());
    assert.equal((await client.send({ path: '/health/live' })).status, 200);
    const signaledAt = performance.now();
    const { code } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.ok(
      performance.now() - signaledAt < STOP_TIMEOUT_MS,
      `it took ${performance.now() - signaledAt} ms`,
    );
  });
});

/** A shop that sells through this host. Returns the headers of its calls. */
async function merchantAt({ dataDir }: DatabasePlace, host: RedeHost): Promise<Record<string, string>> {
  const rooms = await openRooms(loadConfig({ GUICHE_DATA_DIR: dataDir }), {
    publicUrl: () => 'http://localhost',
  });
  const { accounts, merchantAccounts } = rooms;
  const person = { document: '10000000000', name: 'Padaria', role: 'seller' } as const;
  const { id: personId } = await accounts.addPerson(person);
  await accounts.activatePerson(personId);
  const { name, secret } = await accounts.issueCredential({ personId, kind: 'api' });
  await merchantAccounts.add({ personId, provider: 'REDE', settings: host.settings(), isDefault: true });
  await rooms.close();
  return { authenticationApi: String(name), authenticationKey: secret.reveal() };
}
