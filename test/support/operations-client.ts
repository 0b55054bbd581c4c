import assert from 'node:assert/strict';
import type { HttpAnswer, HttpRequest } from './http-exchange.ts';
import type { TestService } from './service.ts';

export const DEMO_KEY = 'chaveDeDemonstracaoDoVendedor0001';
export const DEMO_SELLER = { cpfCnpj: '11144477735', senha: 'guiche-vendedor' } as const;
export const DEMO_OPERATOR = { cpfCnpj: '52998224725', senha: 'guiche-operador' } as const;

export type Members = Readonly<Record<string, unknown>>;

/** Posts JSON to an operation, with the key in the query string. */
export function post(
  service: Pick<TestService, 'send'>,
  path: string,
  body: unknown,
  key?: string,
): Promise<HttpAnswer> {
  return service.send(postOf(path, body, key));
}

export function postOf(path: string, body: unknown, key?: string): HttpRequest {
  return {
    method: 'POST',
    path: key === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`,
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

/** Asserts a successful answer and returns its members. */
export function answered(answer: HttpAnswer): Members {
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  return answer.json() as Members;
}

/** A member of an answer that must be an object. */
export function objectIn(members: Members, name: string): Members {
  const value = members[name];
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), name);
  return value as Members;
}

/** Asserts a refusal: its body is one Portuguese text and nothing else. */
export function assertMessage(answer: HttpAnswer, status: number, message: string | RegExp): void {
  assert.equal(answer.status, status, answer.text);
  const body = answer.json() as { message: string };
  assert.deepEqual(Object.keys(body), ['message']);
  if (typeof message === 'string') assert.equal(body.message, message);
  else assert.match(body.message, message);
}

/** Logs in and returns the key. */
export async function keyOf(
  service: Pick<TestService, 'send'>,
  login: { readonly cpfCnpj: string; readonly senha: string },
): Promise<string> {
  const { key } = objectIn(answered(await post(service, '/Login/Login/', login)), 'pessoa');
  assert.ok(typeof key === 'string');
  return key;
}
