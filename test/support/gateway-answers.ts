import assert from 'node:assert/strict';
import type { HttpAnswer } from './http-exchange.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A transaction record as the gateway returned it, split by level. */
export interface GatewayRecord {
  readonly top: Fields;
  readonly card: Fields;
  readonly cardInfo: Fields;
}

/** The record of a successful answer (201, or 200 for a query). */
export function recordOf(answer: HttpAnswer, status = 201): GatewayRecord {
  assert.equal(answer.status, status, answer.text);
  const top = answer.json() as Fields;
  const { card } = top.payment as { card: Fields };
  return { top, card, cardInfo: card.cardInfo as Fields };
}

/** Asserts a refusal of the gateway: status, code, field and the exact form of its body. */
export function assertRefused(answer: HttpAnswer, status: number, code: string, field?: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const body = answer.json();
  const { error, ...beside } = body as { error: Fields; status?: unknown };
  // A capture or void that is refused has the record beside the error.
  if ('transactionId' in beside) assert.deepEqual([status, typeof beside.status], [409, 'number']);
  else assert.deepEqual(beside, {});
  const { message, ...rest } = error;
  const requestId = answer.headers['x-request-id'];
  assert.deepEqual(rest, { code, ...(field === undefined ? {} : { field }), requestId });
  assert.ok(typeof message === 'string' && message.length > 0);
}

/** Asserts an error outside the gateway's paths: a body of `{"message"}` only. */
export function assertMessage(answer: HttpAnswer, status: number): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const body = answer.json() as Fields;
  assert.deepEqual(Object.keys(body), ['message']);
  assert.ok(typeof body.message === 'string' && body.message.length > 0);
}
