import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticatedSale, codeOn, openBrowser } from '../support/buyer.ts';
import { type GatewayRecord, recordOf } from '../support/gateway-answers.ts';
import { saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { type Action, ALWAYS, type FaultCase, UNAVAILABLE } from './fault-cases.ts';
import type { Pool } from './pool.ts';
import type { Shop } from './shops.ts';

const SETTLE_TIMEOUT_MS = 240_000;
/** The interval doubles up to the longest: some cases settle at once, others after half a minute. */
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 2_000;
/** Amount of partial refunds. */
export const PART = 300;
const FINAL: ReadonlySet<unknown> = new Set([4, 7, 9, 11]);

/** A finished case, to be checked again after all late answers. */
export interface Played {
  readonly shop: Shop;
  readonly played: FaultCase;
  readonly id: string;
  readonly amount: number;
}

/** One for each case that may call the host at the same time: more would wait for each other until their calls time out. */
export type Turns = Pool<unknown>;

/** Plays one case on a shop that no other case uses meanwhile. */
export async function playCase(shop: Shop, played: FaultCase, amount: number, turns: Turns): Promise<Played> {
  const { host } = shop;
  try {
    const { id, first } = await turns.using(() => actWithFaults(shop, played, amount));
    if (played.first !== undefined) assert.equal(first, played.first, 'the first answer');
    if (played.unreachable) await host.listenAgain();
    // A fault of all retries must not affect the calls that follow.
    if (played.faults.some(({ times }) => times === ALWAYS)) host.control.reset();
    await settles(shop, id, played);
    return { shop, played, id, amount };
  } finally {
    if (played.unreachable) await host.listenAgain();
    host.control.reset();
  }
}

async function actWithFaults(shop: Shop, played: FaultCase, amount: number): Promise<Acted> {
  const { host } = shop;
  const prepared = await prepare(shop, played.action, amount);
  if (played.withoutToken) host.control.revokeTokens?.();
  for (const { operation, name, times } of played.faults)
    host.control.force({ operation, fault: name, times });
  if (played.unreachable) await host.stopListening();
  return act(shop, played.action, amount, prepared);
}

/** Queries the record as the merchant. */
export async function recordAt({ send, api }: Shop, id: string): Promise<GatewayRecord> {
  return recordOf(await send({ path: `${TRANSACTIONS_PATH}/${id}`, headers: api }), 200);
}

/** Creates the transaction that the action needs; undefined when it needs none. */
async function prepare(shop: Shop, action: Action, amount: number): Promise<string | undefined> {
  switch (action) {
    case 'capture':
    case 'release':
      return sold(await sell(shop, amount, false), 5);
    case 'refund':
    case 'partial refund':
      return sold(await sell(shop, amount, true), 6);
    default:
      return undefined;
  }
}

interface Acted {
  readonly id: string;
  /** Status of the first answer; 503 when it was refused. */
  readonly first: unknown;
}

async function act(shop: Shop, action: Action, amount: number, prepared = ''): Promise<Acted> {
  switch (action) {
    case 'sale':
    case 'undo': {
      const { top } = recordOf(await sell(shop, amount, true));
      return { id: String(top.transactionId), first: top.status };
    }
    case 'authentication':
      return authenticate(shop, amount);
    case 'capture':
      return { id: prepared, first: firstOf(await put(shop, prepared, 'capture')) };
    case 'release':
    case 'refund':
      return { id: prepared, first: firstOf(await put(shop, prepared, 'void')) };
    case 'partial refund':
      return { id: prepared, first: firstOf(await put(shop, prepared, `void?amount=${PART}`)) };
  }
}

async function authenticate(shop: Shop, amount: number) {
  const body = authenticatedSale('debit', { top: { amount: String(amount) } });
  const { top } = recordOf(await post(shop, body));
  const id = String(top.transactionId);
  const browser = openBrowser();
  try {
    const page = await browser.go(String(top.redirectUrl));
    const back = await browser.submit(page, { codigo: codeOn(page) });
    // The host's page returns the buyer with a form.
    const result = await browser.submit(back);
    assert.equal(result.status, 200, result.text);
  } finally {
    browser.close();
  }
  return { id, first: (await recordAt(shop, id)).top.status };
}

async function settles(shop: Shop, id: string, { final, action }: FaultCase): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
    const { status } = (await recordAt(shop, id)).top;
    if (status === final && (action !== 'partial refund' || status !== 8)) return;
    assert.ok(!FINAL.has(status), `its final status is ${status}, not ${final}`);
    assert.ok(performance.now() < deadline, `still ${status}, not ${final}`);
    await sleep(pollMs);
  }
}

function sell(shop: Shop, amount: number, capture: boolean): Promise<HttpAnswer> {
  return post(shop, saleBody({ top: { amount: String(amount) }, card: { capture } }));
}

function post({ send, api }: Shop, body: unknown): Promise<HttpAnswer> {
  const headers = { 'Content-Type': 'application/json', ...api };
  return send({ method: 'POST', path: TRANSACTIONS_PATH, headers, body: JSON.stringify(body) });
}

function put({ send, api }: Shop, id: string, movement: string): Promise<HttpAnswer> {
  return send({ method: 'PUT', path: `${TRANSACTIONS_PATH}/${id}/${movement}`, headers: api });
}

function firstOf(answer: HttpAnswer): unknown {
  return answer.status === UNAVAILABLE ? UNAVAILABLE : recordOf(answer, 200).top.status;
}

function sold(answer: HttpAnswer, status: number): string {
  const { top } = recordOf(answer);
  assert.equal(top.status, status);
  return String(top.transactionId);
}
