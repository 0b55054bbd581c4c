import { after } from 'node:test';
import { type RedeHost, type RedeHostOptions, startRedeHost } from './rede-host.ts';

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: assertions read answers field by field
  readonly body: any;
}

/** A shop's side of the interface, with the headers of an official client. */
export interface Shop {
  readonly host: RedeHost;
  call(
    method: string,
    path: string,
    body?: object | string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
  /** `POST /transactions` with a plain sale and changes to it. */
  sell(changes?: object): Promise<Answered>;
  control(path: string, body?: object): Promise<Answered>;
}

export const PLAIN_CARD = '4235647728025682';

/** Real time after which the test shops give up a call that is never answered. */
export const NEVER_ANSWERED_MS = 500;
/** For all other calls: more than a busy machine takes. */
const CALL_TIMEOUT_MS = 60_000;

let references = 0;

export function newReference(): string {
  references += 1;
  return `R${String(references).padStart(15, '0')}`;
}

/** A credit sale of R$ 10,00, captured at once. */
export function saleWith(changes: object = {}): Readonly<Record<string, unknown>> {
  return {
    reference: newReference(),
    amount: 1_000,
    cardNumber: PLAIN_CARD,
    expirationMonth: 1,
    expirationYear: 2035,
    securityCode: '123',
    ...changes,
  };
}

export const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 3,
};

/** Fields of a sale whose buyer is authenticated by the host. */
export function withAuthentication(onFailure: 'decline' | 'continue', changes: object = {}): object {
  return {
    threeDSecure: { embedded: true, onFailure, userAgent: 'Mozilla/5.0', device: DEVICE },
    urls: [
      { kind: 'threeDSecureSuccess', url: 'http://shop.test/success' },
      { kind: 'threeDSecureFailure', url: 'http://shop.test/failure' },
    ],
    ...changes,
  };
}

/** Starts a host for one test file, closed after its tests. */
export async function openShop(options: RedeHostOptions = {}): Promise<Shop> {
  const host = await startRedeHost(options);
  after(() => host.close());
  const { api, token, pv, key } = host.settings();
  // A new token for each call: the host's time may run fast or be moved forward.
  const call: Shop['call'] = async (method, path, body, more = {}) => {
    const headers = {
      authorization: `Bearer ${await tokenFrom(token, pv, key)}`,
      'content-type': 'application/json',
      'transaction-response': 'brand-return-opened',
      ...more,
    };
    return exchange(api + path, method, headers, body);
  };
  return {
    host,
    call,
    sell: (changes) => call('POST', '/transactions', saleWith(changes)),
    control: (path, body) =>
      exchange(
        `${host.address}/__sim${path}`,
        body ? 'POST' : 'GET',
        { 'content-type': 'application/json' },
        body,
      ),
  };
}

export async function tokenFrom(address: string, pv: string, key: string): Promise<string> {
  const answer = await requestToken(address, pv, key);
  return answer.body.access_token;
}

export function requestToken(
  address: string,
  pv: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
  form = 'grant_type=client_credentials',
  signal?: AbortSignal,
): Promise<Answered> {
  return exchange(
    address,
    'POST',
    { authorization: basic(pv, key), 'content-type': 'application/x-www-form-urlencoded', ...headers },
    form,
    signal,
  );
}

export function basic(pv: string, key: string): string {
  return `Basic ${Buffer.from(`${pv}:${key}`).toString('base64')}`;
}

/** The result of an exchange whose answer need not be JSON: status and text, or the connection's error. */
export async function rawExchange(
  { host }: Shop,
  path: string,
  body: object | undefined,
  { method = 'POST', timeoutMs = CALL_TIMEOUT_MS } = {},
): Promise<{ readonly status?: number; readonly text?: string; readonly broke?: string }> {
  const { api, token, pv, key } = host.settings();
  const headers = {
    authorization: `Bearer ${await tokenFrom(token, pv, key)}`,
    'content-type': 'application/json',
  };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(api + path, { method, headers, signal, ...sent });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { broke: cause?.code ?? name };
  }
}

/** One exchange of JSON. Rejects when the connection breaks or the answer is not JSON. */
export async function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: object | string,
  signal?: AbortSignal,
): Promise<Answered> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const sent = { ...(text !== undefined && { body: text }), ...(signal && { signal }) };
  const response = await fetch(url, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}
