import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import type { HttpAnswer } from './http-exchange.ts';
import { CARD, type Sale, saleBody, saleWith } from './sales.ts';
import type { TestService } from './service.ts';

export { CARD, MASTERCARD, type Sale, saleBody, VISA } from './sales.ts';

/** The demo API pair (docs/contract/decided.md 1). */
export const API_PAIR = { authenticationApi: 'demo', authenticationKey: '0123456789ABCDEF0123' };
export const DEMO_API = 'demo:0123456789ABCDEF0123';
export const DEMO_CHECKOUT = 'C0DE0123456789ABCDEF:0123456789ABCDEFC0DE';

export const PUBLIC_KEY_PATH = '/v2/checkout/generate/public-key';
export const TRANSACTIONS_PATH = '/v1/transactions';

type Fields = Readonly<Record<string, unknown>>;

export function basic(pair: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

export function postJson(
  service: TestService,
  body: unknown,
  headers: Readonly<Record<string, string>> = API_PAIR,
): Promise<HttpAnswer> {
  return service.send({
    method: 'POST',
    path: TRANSACTIONS_PATH,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export function sell(
  service: TestService,
  sale?: Sale,
  headers?: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  return postJson(service, saleBody(sale), headers);
}

/** Sends a sale with a cardHash and, in clear, the fields `beside`. */
export function sellByHash(
  service: TestService,
  cardHash: string,
  beside: Fields = {},
  headers?: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const cardInfo = { cardHash, ...beside };
  return postJson(service, saleWith({ cardInfo }), headers);
}

export function getAs(
  service: TestService,
  path: string,
  headers: Readonly<Record<string, string>> = API_PAIR,
) {
  return service.send({ path, headers });
}

export interface PublicKeyRecord {
  readonly publicKey: string;
  readonly sessionKey: string;
}

export async function publicKeyFor(
  service: TestService,
  { ttl, pair = DEMO_CHECKOUT }: { ttl?: number; pair?: string } = {},
): Promise<PublicKeyRecord> {
  const query = ttl === undefined ? '' : `?ttl=${ttl}`;
  const answer = await getAs(service, PUBLIC_KEY_PATH + query, basic(pair));
  assert.equal(answer.status, 200, answer.text);
  return answer.json() as PublicKeyRecord;
}

/** RSA PKCS#1 v1.5, the encryption that clients use for a card. */
export function encrypt(publicKey: string, plaintext: string | Buffer): Buffer {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  return publicEncrypt(key, typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext);
}

/** A cardHash in its canonical form: base64 of the encrypted JSON, then the session key. */
export function cardHashOf({ publicKey, sessionKey }: PublicKeyRecord, plaintext: unknown = CARD): string {
  const text = typeof plaintext === 'string' ? plaintext : JSON.stringify(plaintext);
  return encrypt(publicKey, text).toString('base64') + sessionKey;
}
