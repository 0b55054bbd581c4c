import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { childrenOf, livingOf } from '../support/child-processes.ts';
import { newDatabasePlace } from '../support/databases.ts';
import { createClient } from '../support/http-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';
import { assertAttemptsAgree, assertKept, assertTrueStates } from './kept-sales.ts';
import { QUICK_CARDS, startLoad } from './load.ts';

const WORKERS = 2;
const CONNECTIONS = 12;
const SALES_AFTERWARDS = 100;
const SETTINGS = { GUICHE_WORKERS: String(WORKERS) };

after(killStarted);

describe('a service of several worker processes', () => {
  test('loses no answered sale when one is killed, replaces it, and stops with all of them', async (t) => {
    const place = await newStartedPlace('postgres');
    t.after(() => place.remove());
    const service = await startService(place, SETTINGS);
    assert.match(service.output(), /^Processos: 2$/m);
    const first = await until('all workers run', () => workersOf(service.pid));
    const load = startLoad(service.address, { connections: CONNECTIONS, name: 'w', cards: QUICK_CARDS });
    await until('each worker has connections', () => load.answered.length > CONNECTIONS);

    process.kill(Number(first[0]), 'SIGKILL');
    await until('connections were lost', () => load.unanswered.length > 0);
    const before = load.answered.length;
    await until('the other continues', () => load.answered.length > before + SALES_AFTERWARDS);
    const second = await until('the dead one is replaced', () => {
      const now = workersOf(service.pid);
      return now && !now.includes(Number(first[0])) && now;
    });
    assert.ok(second.includes(Number(first[1])));
    await load.stop();
    assert.deepEqual(load.faults, []);

    const client = createClient(service.address, CONNECTIONS);
    t.after(() => client.close());
    await Promise.all(load.answered.map((sale) => assertKept(client, sale)));
    await assertTrueStates(client, load);
    client.close();
    const { code, error } = await service.end('SIGTERM');
    assert.equal(code, 0, error);
    assert.deepEqual(livingOf(second), []);
    assert.match(error, /"slot":1,.*"signal":"SIGKILL".*a worker process ended and is replaced/);
    await assertAttemptsAgree(place);
  });

  test('tells the metrics of all as one page, whichever answers', async (t) => {
    const place = await newStartedPlace('postgres');
    t.after(() => place.remove());
    const service = await startService(place, SETTINGS);
    const load = startLoad(service.address, { connections: CONNECTIONS, name: 'm', cards: QUICK_CARDS });
    await until('some sales', () => load.answered.length > SALES_AFTERWARDS);
    await load.stop();
    const page = await (await fetch(new URL('/metrics', service.address))).text();
    assert.equal(page.match(/^guiche_build_info\{/gm)?.length, WORKERS);
    const sales = page.match(
      /^http_request_duration_seconds_count\{method="POST",route="\/v1\/transactions",status="201"\} (\d+)$/m,
    );
    assert.equal(Number(sales?.[1]), load.answered.length);
    assert.match(page, /^guiche_recovery_open 0$/m);
    await service.end('SIGTERM');
  });

  test('ends when its primary process is killed', async (t) => {
    const place = await newStartedPlace('postgres');
    t.after(() => place.remove());
    const service = await startService(place, SETTINGS);
    const workers = await until('all workers run', () => workersOf(service.pid));
    process.kill(service.pid, 'SIGKILL');
    await until('all workers ended', () => livingOf(workers).length === 0);
  });

  test('tells why it cannot start', async (t) => {
    const place = await newDatabasePlace('postgres');
    t.after(() => place.remove());
    const url = `${place.url}_not_there`;
    await assert.rejects(
      startService({ ...place, url }, SETTINGS),
      /exit code 1\): [\s\S]*GUICHE_DATABASE_URL[\s\S]*GUICHE_WORKERS: a worker process ended before it served/,
    );
  });
});

/** Process ids of all workers of a service, once there are as many as were set. */
function workersOf(primary: number): readonly number[] | undefined {
  const found = childrenOf(primary);
  return found.length === WORKERS ? found : undefined;
}
