import assert from 'node:assert/strict';
import type { DatabasePlace } from '../support/databases.ts';
import { API_PAIR } from '../support/gateway-client.ts';
import type { Client } from '../support/http-client.ts';
import { openStoredRows, type Row } from '../support/stored-rows.ts';
import type { AnsweredSale, Load } from './load.ts';

/** Possible statuses of a sale whose request got no answer: authorized, captured, denied, pending, failed. */
const TRUE_STATES: ReadonlySet<unknown> = new Set([5, 6, 7, 10, 11]);
/** Expected statuses of a transaction by the state of its last attempt. */
const STATUS_OF: Readonly<Record<string, readonly number[]>> = {
  sending: [10],
  unknown: [10],
  approved: [5, 6],
  declined: [7],
  not_sent: [11],
  // Recovery was faster than this check.
  absent: [11],
};

/** Asserts that the sale is still as it was answered. */
export async function assertKept(client: Client, { transactionId, ...sale }: AnsweredSale): Promise<void> {
  const answer = await client.send({ path: `/v1/transactions/${transactionId}`, headers: API_PAIR });
  assert.equal(answer.status, 200, `${transactionId}: ${answer.text}`);
  const { referenceId, amount, status } = answer.json() as AnsweredSale;
  assert.deepEqual({ referenceId, amount, status }, sale);
}

/** Asserts that each unanswered sale was stored at most once, in a possible status. Returns the number of stored sales. */
export async function assertTrueStates(client: Client, load: Load): Promise<number> {
  let begun = 0;
  for (const referenceId of load.unanswered) {
    const answer = await client.send({
      path: `/v1/transactions?referenceId=${referenceId}`,
      headers: API_PAIR,
    });
    assert.equal(answer.status, 200, answer.text);
    const found = answer.json() as readonly AnsweredSale[];
    assert.ok(found.length <= 1, `${referenceId} was stored ${found.length} times`);
    for (const { status } of found) assert.ok(TRUE_STATES.has(status), `${referenceId} has status ${status}`);
    begun += found.length;
  }
  return begun;
}

/** Asserts in the database that every sale has an attempt, and that its last attempt explains its status. */
export async function assertAttemptsAgree(place: DatabasePlace): Promise<void> {
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
