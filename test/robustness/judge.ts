import assert from 'node:assert/strict';
import type { Client } from '../support/http-client.ts';
import type { HttpAnswer, HttpRequest } from '../support/http-exchange.ts';
import type { StoredRows } from '../support/stored-rows.ts';

const GATEWAY = /^\/+v[12](?:\/|$)/i;
const CODE = /^[a-z][a-z0-9_]*$/;
const GATEWAY_FIELDS = new Set(['code', 'message', 'field', 'requestId']);
const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Answered before the path is known, because the headers could not be read completely. */
const HEADERS_TOO_LARGE = 431;

/** Asserts the gateway's error body under /v1 and /v2, `{"message"}` elsewhere, and no server error. */
function judgeAnswer({ method = 'GET', path }: HttpRequest, answer: HttpAnswer): void {
  const { status, headers, text } = answer;
  const description = `${method} ${path.slice(0, 300)} was answered ${status} ${text.slice(0, 300)}`;
  assert.ok(status >= 200 && status < 500, description);
  assert.match(String(headers['x-request-id']), REQUEST_ID, description);
  assert.equal(headers['x-content-type-options'] ?? 'nosniff', 'nosniff', description);
  if (status < 400 || method === 'HEAD') return;
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', description);
  assert.equal(headers['cache-control'], 'no-store', description);
  const body = answer.json() as Record<string, unknown>;
  if (GATEWAY.test(decodedPath(path)) && status !== HEADERS_TOO_LARGE) {
    assert.deepEqual(Object.keys(body), ['error'], description);
    judgeGatewayError(body.error as Record<string, unknown>, String(headers['x-request-id']), description);
  } else {
    assert.deepEqual(Object.keys(body), ['message'], description);
    assert.ok(typeof body.message === 'string' && body.message !== '', description);
  }
}

function judgeGatewayError(error: Record<string, unknown>, requestId: string, description: string): void {
  for (const name of Object.keys(error)) assert.ok(GATEWAY_FIELDS.has(name), `${name}: ${description}`);
  assert.match(String(error.code), CODE, description);
  assert.ok(typeof error.message === 'string' && error.message !== '', description);
  assert.ok(
    error.field === undefined || (typeof error.field === 'string' && error.field !== ''),
    description,
  );
  assert.equal(error.requestId, requestId, description);
}

function decodedPath(path: string): string {
  const withoutQuery = path.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURI(withoutQuery);
  } catch {
    return withoutQuery;
  }
}

/** Tables in which clients can create rows. */
const KEPT = [
  'transactions',
  'attempts',
  'persons',
  'credentials',
  'product_categories',
  'products',
  'terminals',
  'physical_terminals',
  'clients',
  'photos',
] as const;

export interface Judge {
  /** Sends a request; asserts on its answer and on the rows it created. */
  send(call: HttpRequest): Promise<HttpAnswer>;
  /** Current number of rows by table. */
  rows(): Rows;
}

/**
 * A refused request creates no row. A sale answered with 201 creates one row, and one attempt if it was sent to the
 * acquirer; other requests create none.
 */
export async function createJudge(client: Client, stored: StoredRows): Promise<Judge> {
  const sold = new Set<string>();
  let rows = await stored.counts(KEPT);
  return {
    send: async (call) => {
      const answer = await client.send(call);
      const before = rows;
      rows = await stored.counts(KEPT);
      judgeAnswer(call, answer);
      const left = {
        transactions: added('transactions', before, rows),
        attempts: added('attempts', before, rows),
      };
      const description = `${call.method} ${call.path} answered ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.deepEqual(left, expectedOf(answer, sold), description);
      if (answer.status >= 400) assert.deepEqual(rows, before, description);
      return answer;
    },
    rows: () => rows,
  };
}

type Rows = Readonly<Record<string, number>>;

function added(table: string, before: Rows, now: Rows): number {
  return (now[table] ?? 0) - (before[table] ?? 0);
}

function expectedOf(answer: HttpAnswer, sold: Set<string>): { transactions: number; attempts: number } {
  if (answer.status !== 201) return { transactions: 0, attempts: 0 };
  const { transactionId, payment } = answer.json() as SaleRecord;
  judgeTexts(payment.card);
  if (sold.has(transactionId)) return { transactions: 0, attempts: 0 };
  sold.add(transactionId);
  // A sale that is denied before it is sent, for its installments, has no reference at the acquirer.
  return { transactions: 1, attempts: payment.card.providerReference === undefined ? 0 : 1 };
}

interface SaleRecord {
  readonly transactionId: string;
  readonly payment: {
    readonly card: {
      readonly providerReference?: string;
      readonly cardInfo: { readonly holderName?: string; readonly brand?: string };
    };
  };
}

/** These fields can be sent in clear and in the cardHash; the same rules apply to both. */
function judgeTexts({ cardInfo: { holderName = '', brand = '' } }: SaleRecord['payment']['card']): void {
  assert.ok([...holderName].length <= 100, `holderName of ${holderName.length} characters`);
  assert.ok([...brand].length <= 20, `brand of ${brand.length} characters`);
  for (const text of [holderName, brand]) assert.ok(text.isWellFormed() && !text.includes('\0'));
}
