import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { createClient } from '../support/http-client.ts';
import { serviceAt } from '../support/service.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { until } from '../support/waiting.ts';
import { assertAttemptsAgree, assertKept } from './kept-sales.ts';
import { QUICK_CARDS, startLoad } from './load.ts';

const DEATHS = 3;
const CONNECTIONS = 20;
/** Sales that a new thread writes before it is terminated too. */
const SALES_BETWEEN_DEATHS = 50;

test('a service whose writer thread dies keeps every answered sale and continues to sell', async (t) => {
  const place = await newDatabasePlace('sqlite', MIGRATIONS);
  t.after(() => place.remove());
  const batches = watchBatches(t);
  const service = serviceAt(async () => place);
  await service.start();
  const load = startLoad(service.address(), { connections: CONNECTIONS, name: 'd', cards: QUICK_CARDS });
  for (let deaths = 0; deaths < DEATHS; deaths += 1) {
    const before = load.answered.length;
    const thread = await until('a thread writes again', () => batches.takeWriter());
    await thread.terminate();
    await until('sales continue', () => load.answered.length > before + SALES_BETWEEN_DEATHS);
  }
  await load.stop();
  assert.deepEqual(load.unanswered, []);
  assert.deepEqual(
    load.faults.filter((fault) => !fault.startsWith('503 ')),
    [],
  );
  assert.ok(load.faults.length <= DEATHS * 2 * CONNECTIONS, `${load.faults.length} sales answered 503`);

  const client = createClient(service.address(), CONNECTIONS);
  await Promise.all(load.answered.map((sale) => assertKept(client, sale)));
  const { text: metrics } = await client.send({ path: '/metrics' });
  assert.match(metrics, new RegExp(`^guiche_database_connections_lost_total ${DEATHS}$`, 'm'));
  client.close();
  await service.stop();
  assert.ok(service.log.some((line) => line.includes('"msg":"database connection lost"')));
  await assertAttemptsAgree(place);
  await assertNoneTwice(place);
  t.diagnostic(`${load.answered.length} sales answered, ${load.faults.length} refused with 503`);
});

async function assertNoneTwice(place: DatabasePlace): Promise<void> {
  const stored = await openStoredRows(place);
  const references = (await stored.rows('transactions')).map((row) => row.reference_id);
  await stored.close();
  assert.equal(new Set(references).size, references.length);
}

/** Finds the thread that writes the database by the batches that are sent to it; one that was taken still gets some. */
function watchBatches({ mock }: TestContext) {
  let writer: Worker | undefined;
  const takenBefore = new Set<Worker>();
  const { postMessage } = Worker.prototype;
  mock.method(Worker.prototype, 'postMessage', function (this: Worker, message: unknown) {
    const isBatch = typeof message === 'object' && message !== null && 'steps' in message;
    if (isBatch && !takenBefore.has(this)) writer = this;
    postMessage.call(this, message);
  });
  return {
    takeWriter: () => {
      const taken = writer;
      if (taken) takenBefore.add(taken);
      writer = undefined;
      return taken;
    },
  };
}
