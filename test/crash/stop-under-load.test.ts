import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES, newDatabasePlace } from '../support/databases.ts';
import { CARD } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { saleCall, saleOf } from '../support/sales.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { until } from '../support/waiting.ts';
import { QUICK_CARDS, SLOW_CARD, startLoad } from './load.ts';

const CONNECTIONS = 30;
const LOAD_MS = 500;
/** The slow card takes 2.5 s. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '2' };
/** Less than the time that requests in flight get. */
const STOPS_WITHIN_MS = 9_000;

describe('a service that is told to stop while it sells', () => {
  after(killStarted);

  for (const engine of ENGINES) {
    test(`answers what is in flight, leaves nothing unanswered behind, and ends well (${engine})`, async (context) => {
      const place = await newDatabasePlace(engine);
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
      // A connection that waits to be accepted is not yet in flight: closing the port turns it away.
      await until('begun', async () => (await stored.counts(['transactions'])).transactions === CONNECTIONS);
      const load = startLoad(service.address, { connections: CONNECTIONS, name: 'load', cards: QUICK_CARDS });
      await sleep(LOAD_MS);

      const [finished] = await Promise.all([service.end('SIGTERM'), load.stop()]);
      // Where it takes longer than is promised, it ends itself with another code.
      assert.equal(finished.code, 0, finished.error);

      for (const answer of await Promise.all(slow)) {
        assert.equal(answer.status, 201, answer.text);
        assert.equal((answer.json() as { status: number }).status, 6, answer.text);
      }
      assert.deepEqual(load.faults, []);
      assert.ok(load.answered.length > 0);
      // A sale that crossed the closing of its connection never reached the service: it is safe to send again.
      const references = new Set((await stored.rows('transactions')).map((row) => row.reference_id));
      assert.deepEqual(
        load.unanswered.filter((referenceId) => references.has(referenceId)),
        [],
      );
      assert.doesNotMatch(finished.error, /"level":50/);
      context.diagnostic(`${load.answered.length} sales answered, ${load.unanswered.length} never begun`);
    });
  }

  test('that has nothing to do stops at once, also with connections that are kept open', async (context) => {
    const place = await newDatabasePlace('sqlite');
    context.after(place.remove);
    const service = await startService(place);
    const client = createClient(service.address);
    context.after(() => client.close());
    assert.equal((await client.send({ path: '/health/live' })).status, 200);
    const toldAt = performance.now();
    const { code } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.ok(performance.now() - toldAt < STOPS_WITHIN_MS, `it took ${performance.now() - toldAt} ms`);
  });
});
