import {
  API_PAIR,
  basic,
  DEMO_CHECKOUT,
  PUBLIC_KEY_PATH,
  type PublicKeyRecord,
  TRANSACTIONS_PATH,
} from './gateway-client.ts';
import type { Client } from './http-client.ts';
import type { HttpAnswer, HttpRequest } from './http-exchange.ts';
import { type SaleFields, saleOf } from './sales.ts';

type Headers = Readonly<Record<string, string>>;

export function saleCall(sale: unknown, credentials: Headers = API_PAIR): HttpRequest {
  return {
    method: 'POST',
    path: TRANSACTIONS_PATH,
    headers: { 'Content-Type': 'application/json', ...credentials },
    body: JSON.stringify(sale),
  };
}

export function sellThrough(
  client: Client,
  fields: SaleFields = {},
  credentials?: Headers,
): Promise<HttpAnswer> {
  return client.send(saleCall(saleOf(fields), credentials));
}

export async function requestPublicKey(
  client: Client,
  credentials: Headers = basic(DEMO_CHECKOUT),
): Promise<PublicKeyRecord> {
  const answer = await client.send({ path: PUBLIC_KEY_PATH, headers: credentials });
  if (answer.status !== 200) throw new Error(`no public key: ${answer.status} ${answer.text}`);
  return answer.json() as PublicKeyRecord;
}
