import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import type { PublicKeyRecord } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import type { HttpRequest } from '../support/http-exchange.ts';
import { casesOf, fc } from '../support/property.ts';
import { requestPublicKey, saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, type ServiceProcess, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createJudge, type Judge } from './judge.ts';
import { oddHeaderCalls } from './odd-headers.ts';
import { oddPaths } from './odd-paths.ts';
import { mutatedSales, rawBodies } from './spoiled-bodies.ts';
import { cardHashes } from './spoiled-card-hashes.ts';
import { spoiledOperations, validInserts } from './spoiled-operations.ts';

/** 1,550 cases on SQLite, 750 on PostgreSQL, which is stricter about texts; the suite plays half of them. */
const RUNS = {
  sqlite: { bodies: 500, bytes: 150, headers: 150, paths: 400, cardHashes: 200, operations: 150 },
  postgres: { bodies: 300, bytes: 75, headers: 75, paths: 125, cardHashes: 100, operations: 75 },
} as const;
/** Limits of time series: routes by method and status, providers by outcome. */
const MAX_SERIES = { http_request_duration_seconds_count: 400, guiche_acquirer_outcomes_total: 200 };
/** Ends the shrinking of a failure; less than a test may take, and far more than the cases take on a busy machine. */
const MAX_CASES_MS = 8 * 60_000;
/** A session ends after 20 unreadable cardHashes. */
const CARD_HASHES_PER_SESSION = 15;

function runs(numRuns: number): fc.Parameters<[unknown]> {
  return { numRuns: casesOf(numRuns), interruptAfterTimeLimit: MAX_CASES_MS, markInterruptAsFailure: true };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`whatever a client sends, on ${engine}`, () => {
    let place: DatabasePlace;
    let service: ServiceProcess;
    let client: Client;
    let stored: StoredRows;
    let judge: Judge;

    before(async () => {
      place = await newStartedPlace(engine);
      service = await startService(place, { GUICHE_SIM_TIME_SCALE: '1000' });
      client = createClient(service.address);
      stored = await openStoredRows(place);
      judge = await createJudge(client, stored);
    });
    after(async () => {
      killStarted();
      client?.close();
      await stored?.close();
      await service?.finished;
      await place?.remove();
    });

    const eachIsAnswered = (calls: fc.Arbitrary<HttpRequest>, numRuns: number) =>
      fc.assert(
        fc.asyncProperty(calls, async (call) => {
          await judge.send(call);
        }),
        runs(numRuns),
      );

    test('a valid sale is accepted: the basis of the cases below', async () => {
      assert.equal((await judge.send(saleCall(saleOf()))).status, 201);
    });

    test('every valid insert is accepted: the basis of the invalid operations', async () => {
      for (const call of validInserts) {
        const { status, text } = await judge.send(call);
        assert.ok(status === 200 || status === 201, `${call.path} was answered ${status} ${text}`);
      }
    });

    test('sales with invalid fields', () => eachIsAnswered(mutatedSales, RUNS[engine].bodies));

    test('invalid JSON with any content type', () => eachIsAnswered(rawBodies, RUNS[engine].bytes));

    test('unusual, many and false headers', () => eachIsAnswered(oddHeaderCalls, RUNS[engine].headers));

    test('unusual paths, methods and queries', () => eachIsAnswered(oddPaths, RUNS[engine].paths));

    test('operations with invalid fields and keys', () =>
      eachIsAnswered(spoiledOperations, RUNS[engine].operations));

    test('invalid cardHashes', async () => {
      let key: PublicKeyRecord | undefined;
      let used = 0;
      await fc.assert(
        fc.asyncProperty(cardHashes, async (makeCardHash) => {
          if (!key || used % CARD_HASHES_PER_SESSION === 0) key = await requestPublicKey(client);
          used += 1;
          await judge.send(saleCall(saleOf({ cardInfo: { cardHash: makeCardHash(key) } })));
        }),
        runs(RUNS[engine].cardHashes),
      );
    });

    test('the metrics have a bounded number of series', async () => {
      const { text } = await client.send({ path: '/metrics' });
      for (const [metric, most] of Object.entries(MAX_SERIES)) {
        const series = text.split('\n').filter((line) => line.startsWith(`${metric}{`)).length;
        assert.ok(series > 0 && series <= most, `${series} series of ${metric}`);
      }
    });

    test('many of the changed sales were accepted, and the service logged no internal error', () => {
      const { transactions = 0 } = judge.rows();
      assert.ok(transactions > 20, `${transactions} sales`);
      assert.doesNotMatch(service.log(), /"level":"error"|internal_error/);
    });
  });
}
