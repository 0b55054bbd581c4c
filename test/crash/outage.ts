import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../support/databases.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { collect } from './kill-test/collect.ts';
import { startCrowd } from './kill-test/crowd.ts';
import type { Evidence } from './kill-test/judge/evidence.ts';
import { judge } from './kill-test/judge/judge.ts';
import { withoutUnavailable } from './kill-test/judge/unavailable.ts';
import { settled } from './kill-test/settle.ts';
import { openWorld, type World } from './kill-test/world.ts';

/** Generous: seconds on a quiet machine. */
const SETTLES_WITHIN_MS = 180_000;
const REFUSED_WITHIN_MS = 120_000;
const SERVES_WITHIN_MS = 120_000;
const ASK_EVERY_MS = 50;
/** Longer than a buyer may take: what nobody finished is over. */
const HOST_ADVANCE_MS = 30 * 60_000;

export interface Outages {
  /** Of load, the database being there. */
  trade(ms: number): Promise<void>;
  /** Waits until a request is refused as it should be while the database is away; gives how long it took. */
  refuses(): Promise<number>;
  /** Waits until requests are answered again; gives how long it took, in milliseconds. */
  serves(): Promise<number>;
}

export interface Outcome {
  readonly evidence: Evidence;
  readonly orders: number;
  readonly refusals: number;
  readonly settledInMs: number;
}

/**
 * Merchants sell through one service and an acquirer in a process of its own while the database goes away and comes back;
 * then everything must be as if it had always been there. `left` is where the database is in the end.
 */
export async function tradeThrough(
  options: { place: DatabasePlace; left: DatabasePlace; seed: number },
  outages: (outages: Outages) => Promise<void>,
): Promise<Outcome> {
  const { place, left, seed } = options;
  const world = await openWorld({ place, instances: 1, seed });
  const client = createClient(await world.cluster.address(), 1);
  try {
    const crowd = startCrowd(world, seed, world.receivers.count);
    await outages({
      trade: sleep,
      refuses: () => isAnswered(client, 503, REFUSED_WITHIN_MS),
      serves: () => isAnswered(client, 200, SERVES_WITHIN_MS),
    });
    await crowd.stop();
    world.receivers.behave();
    const end = await settled(left, SETTLES_WITHIN_MS);
    assert.equal(end.left, '', 'recovery leaves nothing open');
    await world.acquirer.advance(HOST_ADVANCE_MS);
    const evidence = await collect({ ...world, place: left });
    const calls = evidence.calls.map(withoutUnavailable);
    const refusals = calls.filter((call, index) => call !== evidence.calls[index]).length;
    assert.deepEqual(judge({ ...evidence, calls }), []);
    await assertEndedWell(world);
    return { evidence, orders: crowd.begun().order, refusals, settledInMs: end.tookMs };
  } finally {
    client.close();
    await world.close();
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
    await sleep(ASK_EVERY_MS);
  }
}

/** The service lived through all of it, and what it logged as errors is that the database was away. */
async function assertEndedWell({ cluster }: World): Promise<void> {
  assert.deepEqual(await cluster.stop(), [0]);
  assert.deepEqual(
    cluster.errors.filter((line) => !line.includes('DatabaseUnavailable')),
    [],
  );
}

/** One line for the report of a test. */
export function outcomeOf({ evidence, orders, refusals, settledInMs }: Outcome): string {
  const { calls, transactions, charges } = evidence;
  return (
    `${orders} orders, ${calls.length} requests (${refusals} refused with 503), ${transactions.length} ` +
    `transactions, ${charges.length} charges at the acquirer, settled in ${Math.round(settledInMs)} ms`
  );
}
