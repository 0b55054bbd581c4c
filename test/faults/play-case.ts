import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticatedSale, codeOn, openBrowser } from '../support/buyer.ts';
import { type GatewayRecord, recordOf } from '../support/gateway-answers.ts';
import { saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { ALWAYS, type Deed, type FaultCase, UNAVAILABLE } from './fault-cases.ts';
import type { Shop } from './shops.ts';

const SETTLED_WITHIN_MS = 240_000;
const ASK_EVERY_MS = 60;
/** Part of what was captured, for partial refunds. */
export const PART = 300;
const FINAL: ReadonlySet<unknown> = new Set([4, 7, 9, 11]);

/** A case that was played to its end, to be looked at once more when everything late has come. */
export interface Played {
  readonly shop: Shop;
  readonly played: FaultCase;
  readonly id: string;
  readonly amount: number;
}

/** Plays one line of the matrix on a shop that nobody else uses meanwhile. */
export async function playCase(shop: Shop, played: FaultCase, amount: number): Promise<Played> {
  const { host } = shop;
  const prepared = await prepare(shop, played.deed, amount);
  if (played.withoutToken) host.control.revokeTokens();
  for (const { operation, name, times } of played.faults)
    host.control.force({ operation, fault: name, times });
  if (played.away) await host.stopListening();
  try {
    const { id, first } = await act(shop, played.deed, amount, prepared);
    if (played.first !== undefined) assert.equal(first, played.first, 'the first answer');
    if (played.away) await host.listenAgain();
    // What was to hit every try must not hit what follows.
    if (played.faults.some(({ times }) => times === ALWAYS)) host.control.reset();
    await settles(shop, id, played);
    return { shop, played, id, amount };
  } finally {
    if (played.away) await host.listenAgain();
    host.control.reset();
  }
}

/** The record as the merchant asks for it. */
export async function recordAt({ send, api }: Shop, id: string): Promise<GatewayRecord> {
  return recordOf(await send({ path: `${TRANSACTIONS_PATH}/${id}`, headers: api }), 200);
}

/** What the deed is done to. */
async function prepare(shop: Shop, deed: Deed, amount: number): Promise<string | undefined> {
  switch (deed) {
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

async function act(
  shop: Shop,
  deed: Deed,
  amount: number,
  prepared = '',
): Promise<{ readonly id: string; readonly first: unknown }> {
  switch (deed) {
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
    // The host's page carries the buyer back by a form of its own.
    const result = await browser.submit(back);
    assert.equal(result.status, 200, result.text);
  } finally {
    browser.close();
  }
  return { id, first: (await recordAt(shop, id)).top.status };
}

async function settles(shop: Shop, id: string, { final, deed }: FaultCase): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { status } = (await recordAt(shop, id)).top;
    if (status === final && (deed !== 'partial refund' || status !== 8)) return;
    assert.ok(!FINAL.has(status), `it became ${status} for good, not ${final}`);
    assert.ok(performance.now() < deadline, `still ${status}, not ${final}`);
    await sleep(ASK_EVERY_MS);
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
