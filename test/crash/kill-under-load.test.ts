import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePlace, ENGINES, newDatabasePlace } from '../support/databases.ts';
import { API_PAIR } from '../support/gateway-client.ts';
import { type Client, createClient } from '../support/http-client.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { openStoredRows, type Row } from '../support/stored-rows.ts';
import { type AnsweredSale, type Load, QUICK_CARDS, SLOW_CARD, startLoad } from './load.ts';

const ROUNDS = { sqlite: 4, postgres: 3 } as const;
const CONNECTIONS = [20, 50] as const;
/** After the first answer. */
const KILLED_WITHIN_MS = 800;
const POLL_MS = 5;
/** Generous: how fast a start is stands in the bench. */
const SERVES_WITHIN_MS = 30_000;
/** The slow card waits a quarter of a second: at every moment some sales are at the acquirer. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '20' };
/** Authorized, captured, denied, pending, failed: what a sale can be that was never answered. */
const TRUE_STATES: ReadonlySet<unknown> = new Set([5, 6, 7, 10, 11]);
/** States of an attempt by the status that it must have led to; `sending` and `unknown` are pending. */
const STATUS_OF: Readonly<Record<string, readonly number[]>> = {
  sending: [10],
  unknown: [10],
  approved: [5, 6],
  declined: [7],
  not_sent: [11],
  // Recovery was as fast as that.
  absent: [11],
};

for (const engine of ENGINES) {
  describe(`a service that is killed while it sells, on ${engine}`, () => {
    let place: DatabasePlace;
    const restartsMs: number[] = [];

    before(async () => {
      place = await newDatabasePlace(engine);
    });
    after(async () => {
      killStarted();
      await place?.remove();
    });

    for (let round = 1; round <= ROUNDS[engine]; round += 1) {
      test(`keeps every answered sale, and the others in a true state (round ${round})`, async (context) => {
        const service = await startService(place, SETTINGS);
        const connections = randomInt(CONNECTIONS[0], CONNECTIONS[1] + 1);
        const load = startLoad(service.address, {
          connections,
          name: `r${round}`,
          cards: [...QUICK_CARDS, SLOW_CARD],
        });
        while (load.answered.length + load.unanswered.length === 0) await sleep(POLL_MS);
        await sleep(randomInt(KILLED_WITHIN_MS));
        await service.end('SIGKILL');
        await load.stop();
        assert.deepEqual(load.faults, []);
        assert.ok(load.answered.length > 0 && load.unanswered.length > 0);

        const restartedAt = performance.now();
        const again = await startService(place, SETTINGS);
        const client = createClient(again.address, connections);
        context.after(() => client.close());
        const [first] = load.answered;
        assert.ok(first);
        await assertKept(client, first);
        restartsMs.push(performance.now() - restartedAt);

        await Promise.all(load.answered.map((sale) => assertKept(client, sale)));
        const begun = await assertTrueStates(client, load);
        await again.end('SIGKILL');
        await assertAttemptsAgree(place);
        context.diagnostic(
          `${connections} connections: ${load.answered.length} answered, ${load.unanswered.length} not ` +
            `(${begun} of these begun), serving again after ${Math.round(restartsMs.at(-1) ?? 0)} ms`,
        );
      });
    }

    test('serves again within half a minute', () => {
      // The quickest: what else the machine does at that moment is no fault of the service.
      assert.ok(Math.min(...restartsMs) < SERVES_WITHIN_MS, `restarts took ${restartsMs} ms`);
    });
  });
}

async function assertKept(client: Client, { transactionId, ...sale }: AnsweredSale): Promise<void> {
  const answer = await client.send({ path: `/v1/transactions/${transactionId}`, headers: API_PAIR });
  assert.equal(answer.status, 200, `${transactionId}: ${answer.text}`);
  const { referenceId, amount, status } = answer.json() as AnsweredSale;
  assert.deepEqual({ referenceId, amount, status }, sale);
}

/** Each is there once or not at all. Returns how many are there. */
async function assertTrueStates(client: Client, load: Load): Promise<number> {
  let begun = 0;
  for (const referenceId of load.unanswered) {
    const answer = await client.send({
      path: `/v1/transactions?referenceId=${referenceId}`,
      headers: API_PAIR,
    });
    assert.equal(answer.status, 200, answer.text);
    const found = answer.json() as readonly AnsweredSale[];
    assert.ok(found.length <= 1, `${referenceId} is there ${found.length} times`);
    for (const { status } of found) assert.ok(TRUE_STATES.has(status), `${referenceId} has status ${status}`);
    begun += found.length;
  }
  return begun;
}

/** In the database: every sale has an attempt, its last attempt explains its status, and nothing is left half done. */
async function assertAttemptsAgree(place: DatabasePlace): Promise<void> {
  const stored = await openStoredRows(place);
  const last = new Map<unknown, Row>();
  for (const attempt of (await stored.rows('attempts')).toSorted(byReference)) {
    last.set(attempt.transaction_id, attempt);
  }
  const transactions = await stored.rows('transactions');
  await stored.close();
  assert.equal(last.size, transactions.length);
  for (const { id, status } of transactions) {
    const state = String(last.get(id)?.state);
    assert.ok(STATUS_OF[state]?.includes(Number(status)), `${id}: status ${status}, attempt ${state}`);
  }
}

function byReference(one: Row, other: Row): number {
  return String(one.reference) < String(other.reference) ? -1 : 1;
}
