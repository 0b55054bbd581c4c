import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** How the host answers one request. */
export type Play =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly text: string; readonly headers?: Record<string, string> }
  | 'reset_unread'
  | 'reset'
  | 'silence'
  | 'drip'
  | 'cut'
  | 'huge';

export interface TestHost {
  readonly origin: string;
  readonly received: Received[];
  readonly tokens: { issued: number; play: Play | undefined };
  /** Answers to every request that is not for a token. */
  answer(play: Play | ((request: Received, count: number) => Play)): void;
  close(): void;
}

const HUGE_BYTES = 300 * 1_024;
const DRIP_MS = 10;
const TOKEN_LIFE_SECONDS = 1_440;

/** A host on this machine that plays whatever a test asks for. */
export async function startTestHost(): Promise<TestHost> {
  const received: Received[] = [];
  const tokens: TestHost['tokens'] = { issued: 0, play: undefined };
  let answerWith: Play | ((request: Received, count: number) => Play) = { status: 404, json: {} };
  const sockets = new Set<Socket>();

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    if (path.startsWith('/oauth2/')) {
      await text(request);
      tokens.issued += 1;
      const token = { access_token: `token-number-${tokens.issued}`, expires_in: TOKEN_LIFE_SECONDS };
      return perform(tokens.play ?? { status: 200, json: token }, response);
    }
    const unread = { method, path, headers, body: '' };
    if (answerWith === 'reset_unread') {
      received.push(unread);
      return request.socket.resetAndDestroy();
    }
    const whole = { ...unread, body: await text(request) };
    received.push(whole);
    return perform(
      typeof answerWith === 'function' ? answerWith(whole, received.length) : answerWith,
      response,
    );
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    tokens,
    answer: (play) => {
      answerWith = play;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function perform(play: Play, response: ServerResponse): void {
  if (typeof play === 'object') {
    const [body, type] =
      'json' in play ? [JSON.stringify(play.json), 'application/json'] : [play.text, 'text/html'];
    response.writeHead(play.status, { 'content-type': type, ...('text' in play ? play.headers : {}) });
    response.end(body);
    return;
  }
  switch (play) {
    case 'reset':
    case 'reset_unread':
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"returnCode":"00"', () => response.socket?.end());
      return;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"returnCode":"00","filling":"${'x'.repeat(HUGE_BYTES)}"}`);
      return;
    case 'drip':
      drip(response);
  }
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

/** An address of this machine at which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
