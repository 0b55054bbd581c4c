import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fields, type GatewayRecord, recordOf } from './gateway-answers.ts';
import { API_PAIR, getAs, type Sale, sell, TRANSACTIONS_PATH } from './gateway-client.ts';
import type { HttpAnswer } from './http-exchange.ts';
import type { TestService } from './service.ts';

const SETTLE_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;

export type Headers = Readonly<Record<string, string>>;

/** Visa cards of the simulator's 6xx scenarios, named by their effect. */
export const MOVEMENT_CARDS = {
  captureAnswerLost: '4000000000096166',
  captureDenied: '4000000000096174',
  refundProcessing: '4000000000096182',
  refundDenied: '4000000000096190',
  refundAnswerLost: '4000000000096208',
} as const;

/** PUT …/capture or …/void of a transaction; `amount` goes into the query, `body` is sent as JSON. */
export function put(
  service: TestService,
  id: unknown,
  movement: 'capture' | 'void',
  { amount, body, headers = {} }: { amount?: string | number; body?: unknown; headers?: Headers } = {},
): Promise<HttpAnswer> {
  const query = amount === undefined ? '' : `?amount=${amount}`;
  return service.send({
    method: 'PUT',
    path: `${TRANSACTIONS_PATH}/${id}/${movement}${query}`,
    headers: {
      ...API_PAIR,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Creates a sale of R$ 10,00, asserts its status, and returns its id. */
export async function soldIn(service: TestService, status: 5 | 6 | 7, sale: Sale = {}): Promise<string> {
  const { top } = recordOf(await sell(service, { ...sale, card: { capture: status === 6, ...sale.card } }));
  assert.equal(top.status, status);
  return String(top.transactionId);
}

export async function recordNow(service: TestService, id: unknown): Promise<GatewayRecord> {
  return recordOf(await getAs(service, `${TRANSACTIONS_PATH}/${id}`), 200);
}

/** Status, captured amount and refunded amount of a record. */
export function standOf({ top, card }: GatewayRecord): readonly unknown[] {
  return [top.status, card.capturedAmount, card.refundedAmount];
}

/** Waits until a transaction has the status; returns its record. */
export async function reaches(service: TestService, id: unknown, status: number): Promise<GatewayRecord> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const record = await recordNow(service, id);
    if (record.top.status === status) return record;
    assert.ok(performance.now() < deadline, `still ${record.top.status}, not ${status}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** The requests that the simulated acquirer received about a sale, oldest first, without queries. */
export async function receivedFor(
  service: TestService,
  providerReference: unknown,
): Promise<readonly Fields[]> {
  const received = await receivedBy(service);
  return received.filter(
    ({ operation, theirId }) => theirId === providerReference && !String(operation).startsWith('query'),
  );
}

/** Number of authorizations of an amount that the simulated acquirer received. */
export async function authorizationsOf(service: TestService, amount: string): Promise<number> {
  const received = await receivedBy(service);
  return received.filter((one) => one.operation === 'authorize' && one.amount === Number(amount)).length;
}

async function receivedBy(service: TestService): Promise<readonly Fields[]> {
  const answer = await service.send({ path: '/__sim/requests?limit=500' });
  return (answer.json() as { requests: readonly Fields[] }).requests.toReversed();
}

/** The charge in the simulated acquirer's book. */
export async function bookOf(service: TestService, providerReference: unknown): Promise<Fields> {
  const { charges } = (await service.send({ path: `/__sim/book?id=${providerReference}` })).json() as {
    charges: readonly Fields[];
  };
  assert.equal(charges.length, 1);
  return charges[0] ?? {};
}
