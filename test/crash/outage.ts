import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../support/databases.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { until } from '../support/waiting.ts';
import { collect } from './kill-test/collect.ts';
import type { Evidence } from './kill-test/judge/evidence.ts';
import { judge } from './kill-test/judge/judge.ts';
import { isUnavailable, withoutUnavailable } from './kill-test/judge/unavailable.ts';
import { FEW_WORKERS, startLoad } from './kill-test/load.ts';
import { cancelWaiting, untilMoneyIsBooked } from './kill-test/pix/end-pix.ts';
import { openTestBed, type TestBed } from './kill-test/test-bed.ts';
import { waitUntilSettled } from './kill-test/wait-until-settled.ts';

/** Generous: an idle machine needs seconds. */
const SETTLE_TIMEOUT_MS = 180_000;
const REFUSAL_TIMEOUT_MS = 120_000;
const RECOVERY_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;
/** Longer than a buyer may take, so that unfinished authentications expire. */
const HOST_ADVANCE_MS = 30 * 60_000;

export interface Outages {
  /** Lets the load run for `ms`. */
  runLoad(ms: number): Promise<void>;
  /** Waits until requests, of the load too, are refused because of the outage; returns the time in milliseconds. */
  untilRefused(): Promise<number>;
  /** Waits until requests are answered again; returns the time in milliseconds. */
  untilServed(): Promise<number>;
}

export interface Outcome {
  readonly evidence: Evidence;
  readonly orders: number;
  readonly refusals: number;
  readonly settledInMs: number;
}

/**
 * Runs the load of merchants through one service and one acquirer during database outages, then asserts that no trace of
 * the outages is left in the records. `left` is the database at the end.
 */
export async function sellThroughOutages(
  options: { place: DatabasePlace; left: DatabasePlace; seed: number },
  outages: (outages: Outages) => Promise<void>,
): Promise<Outcome> {
  const { place, left, seed } = options;
  const testBed = await openTestBed({ place, instances: 1, processes: 1, seed });
  const client = createClient(await testBed.cluster.address(), 1);
  try {
    const load = startLoad(testBed, {
      seed,
      receivers: testBed.receivers.count,
      workers: FEW_WORKERS,
      pinPads: false,
    });
    await outages({
      runLoad: sleep,
      untilRefused: async () => {
        const tookMs = await isAnswered(client, 503, REFUSAL_TIMEOUT_MS);
        await until('a request of the load is refused', () => testBed.client.calls.some(isUnavailable));
        return tookMs;
      },
      untilServed: () => isAnswered(client, 200, RECOVERY_TIMEOUT_MS),
    });
    await load.stop();
    testBed.receivers.acceptAll();
    await cancelWaiting({ ...testBed, place: left });
    const notBooked = await untilMoneyIsBooked(left, testBed.bank, SETTLE_TIMEOUT_MS);
    assert.equal(notBooked, '', 'all money is in the book');
    const end = await waitUntilSettled(left, SETTLE_TIMEOUT_MS);
    assert.equal(end.left, '', 'recovery leaves nothing open');
    await testBed.acquirer.advance(HOST_ADVANCE_MS);
    const evidence = await collect({ ...testBed, place: left });
    const calls = evidence.calls.map(withoutUnavailable);
    const refusals = evidence.calls.filter(isUnavailable).length;
    assert.deepEqual(judge({ ...evidence, calls }), []);
    await assertCleanEnd(testBed);
    return { evidence, orders: load.begun().sale, refusals, settledInMs: end.tookMs };
  } finally {
    client.close();
    await testBed.close();
  }
}

async function isAnswered(
  client: ReturnType<typeof createClient>,
  status: 200 | 503,
  withinMs: number,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await client.send({ path: `${TRANSACTIONS_PATH}?referenceId=none`, headers: API_PAIR });
    const tookMs = performance.now() - startedAt;
    if (answer.status === 503) assert.ok(Number(answer.headers['retry-after']) >= 1);
    else assert.equal(answer.status, 200, answer.text);
    if (answer.status === status) return tookMs;
    assert.ok(tookMs < withinMs, `still ${answer.status} after ${tookMs} ms`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Asserts that the service exits normally and that the only errors it logged are database outages. */
async function assertCleanEnd({ cluster }: TestBed): Promise<void> {
  assert.deepEqual(await cluster.stop(), [0]);
  assert.deepEqual(
    cluster.errors.filter((line) => !line.includes('DatabaseUnavailable')),
    [],
  );
}

/** A one-line summary for the test report. */
export function outcomeOf({ evidence, orders, refusals, settledInMs }: Outcome): string {
  const { calls, transactions, charges } = evidence;
  return (
    `${orders} orders, ${calls.length} requests (${refusals} refused with 503), ${transactions.length} ` +
    `transactions, ${charges.length} charges at the acquirer, settled in ${Math.round(settledInMs)} ms`
  );
}
