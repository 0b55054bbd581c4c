import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUYER, WAYS } from '../../support/buyer.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import { CARD, saleWith, VISA } from '../../support/sales.ts';
import type { StartedVersion } from './start-version.ts';

/** Their references: they change while the new version settles them, and are compared by what becomes of them. */
export const UNFINISHED = 'em-curso-';
const CHALLENGED = '4000000000001091';
/** Captured at once; its refund is in process for a while. */
const SLOW_REFUND = '4000000000096208';
const NEVER_PAID = '1003';
const SETTLES_WITHIN_MS = 120_000;
/** Longer than a buyer has. */
const AHEAD_MS = 40 * 60_000;
const POLL_MS = 200;

type Fields = Readonly<Record<string, unknown>>;

/** A sale that the old version leaves in the middle, and the statuses in which the new one may end it. */
interface Unfinished {
  readonly id: string;
  readonly what: string;
  readonly ends: readonly number[];
}

/**
 * Sales whose buyer is away, refunds under way and, where the version knows it, Pix that nobody has paid: what an upgrade finds
 * in the middle.
 */
export async function sellUnfinished(version: StartedVersion): Promise<readonly Unfinished[]> {
  const made: Unfinished[] = [];
  const place = async (what: string, ends: readonly number[], sale: object): Promise<string | undefined> => {
    const body = { ...sale, referenceId: `${UNFINISHED}${made.length}` };
    const { status, answer } = await call(version, 'POST', TRANSACTIONS_PATH, body);
    if (status !== 201) return undefined;
    const id = String(answer.transactionId);
    made.push({ id, what, ends });
    return id;
  };
  const cardOf = (number: string, more: object = {}) =>
    saleWith({ capture: true, ...more, cardInfo: { ...CARD, number } }, { amount: '5000' });
  await place('a buyer who is away', [4, 5, 6, 7, 11, 12], { ...BUYER, ...cardOf(CHALLENGED, WAYS.debit) });
  const refunded = await place('a refund under way', [9], cardOf(SLOW_REFUND));
  if (refunded) await call(version, 'PUT', `${TRANSACTIONS_PATH}/${refunded}/void`);
  const plain = await place('a refund', [9], cardOf(VISA));
  if (plain) await call(version, 'PUT', `${TRANSACTIONS_PATH}/${plain}/void`);
  await place('a Pix that waits', [6], { amount: NEVER_PAID, payment: { pix: {} } });
  return made;
}

/** Lets the new version end them, the Pix by its payment, and checks how they ended. Returns how many there were. */
export async function endUnfinished(
  version: StartedVersion,
  unfinished: readonly Unfinished[],
): Promise<number> {
  for (const { id, what } of unfinished) {
    if (!what.includes('Pix')) continue;
    const paid = await call(version, 'POST', '/__sim/pix/pay', { transactionId: id });
    assert.equal(paid.status, 200, JSON.stringify(paid.answer));
  }
  await call(version, 'POST', '/__sim/clock', { advanceMs: AHEAD_MS });
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  for (const { id, what, ends } of unfinished) {
    for (;;) {
      const { answer } = await call(version, 'GET', `${TRANSACTIONS_PATH}/${id}`);
      if (ends.includes(Number(answer.status))) break;
      assert.ok(performance.now() < deadline, `${what}, ${id}: its status is ${answer.status}`);
      await sleep(POLL_MS);
    }
  }
  return unfinished.length;
}

async function call(
  { address }: StartedVersion,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly answer: Fields }> {
  const sent = await fetch(address + path, {
    method,
    headers: { ...API_PAIR, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const [answer = {}] = [JSON.parse(await sent.text())].flat() as Fields[];
  return { status: sent.status, answer };
}
