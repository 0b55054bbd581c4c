import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { after } from 'node:test';
import { type BankClient, DEMO_CLIENT } from './access/clients.ts';
import { type PixHost, type PixHostOptions, startPixHost } from './pix-host.ts';

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: assertions read answers field by field
  readonly body: any;
}

/** A shop's side of a bank over plain HTTP. */
export interface Shop {
  readonly host: PixHost;
  call(method: string, path: string, body?: object, more?: CallOptions): Promise<Answered>;
  /** `PUT /cob/{txid}`, and what was put. */
  charge(changes?: object, txid?: string): Promise<Answered & { readonly txid: string }>;
  /** A charge that its buyer has paid: the id of the payment. */
  paid(changes?: object): Promise<{ readonly txid: string; readonly endToEndId: string }>;
  control(path: string, body?: object): Promise<Answered>;
  /** Moves the bank's time forward. */
  later(ms: number): Promise<void>;
}

export interface CallOptions {
  readonly client?: BankClient;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

let txids = 0;

export function newTxid(): string {
  txids += 1;
  return `T${String(txids).padStart(31, '0')}`;
}

/** The least that a charge needs: R$ 10,00 for an hour. */
export function chargeWith(changes: object = {}): Readonly<Record<string, unknown>> {
  return {
    calendario: { expiracao: 3_600 },
    valor: { original: '10.00' },
    chave: DEMO_CLIENT.keys.RANDOM_KEY,
    ...changes,
  };
}

/** Starts a bank for one test file, closed after its tests. Its time stands still until `later`. */
export async function openBank(options: PixHostOptions = {}): Promise<Shop> {
  const startedAt = Date.now();
  const host = await startPixHost({ plain: true, realClock: { now: () => startedAt }, ...options });
  after(() => host.close());
  const { base } = host.quirks;
  const call: Shop['call'] = async (
    method,
    path,
    body,
    { client = DEMO_CLIENT, headers = {}, signal } = {},
  ) => {
    const { body: token } = await requestToken(host, { client });
    const before = /^\/cob\//.test(path) ? base.charge : base.rest;
    return exchange(`${host.address}${before}${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${token.access_token}`, ...headers },
      ...(signal ? { signal } : {}),
    });
  };
  const control: Shop['control'] = (path, body) =>
    exchange(`${host.openAddress}/__sim${path}`, { method: body ? 'POST' : 'GET', body });
  const charge: Shop['charge'] = async (changes, txid = newTxid()) => ({
    ...(await call('PUT', `/cob/${txid}`, chargeWith(changes))),
    txid,
  });
  return {
    host,
    call,
    charge,
    control,
    async paid(changes) {
      const { txid } = await charge(changes);
      return { txid, endToEndId: (await control('/pay', { txid })).body.endToEndId };
    },
    async later(advanceMs) {
      await control('/clock', { advanceMs });
    },
  };
}

export function requestToken(
  host: PixHost,
  {
    client = DEMO_CLIENT,
    headers = { authorization: basic(client.clientId, client.clientSecret) },
    form = 'grant_type=client_credentials',
  }: {
    readonly client?: BankClient;
    readonly headers?: Readonly<Record<string, string>>;
    readonly form?: string | object;
  } = {},
): Promise<Answered> {
  const type = typeof form === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  return exchange(host.tokenUrl, {
    method: 'POST',
    body: form,
    headers: { 'content-type': type, ...headers },
  });
}

export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** One exchange. An empty answer has the body undefined. Rejects when the connection breaks. */
export async function exchange(
  url: string,
  {
    method,
    body,
    headers = {},
    signal,
  }: {
    readonly method: string;
    readonly body?: object | string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  },
): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

export interface Receiver {
  readonly url: string;
  readonly received: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: ReceivedBody;
  }[];
  /** What the next posts are answered. */
  status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: assertions read bodies field by field
type ReceivedBody = any;

/** An address for notices. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: { -readonly [Name in keyof Receiver]: Receiver[Name] } = {
    url: '',
    received: [],
    status: 200,
  };
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await textOf(request));
    receiver.received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(receiver.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
  return receiver;
}
