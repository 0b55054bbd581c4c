import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly received: readonly Received[];
  /** Unanswered requests now, and their highest number so far. */
  readonly open: () => number;
  readonly mostOpen: () => number;
  answerWith(answer: Answer | number): void;
  close(): Promise<void>;
}

export const ok: Answer = (response) => response.end('ok');
/** Never answers. */
export const hang: Answer = () => undefined;

/** Starts a merchant's server on a free port of this machine. */
export async function startReceiver(first: Answer | number = ok): Promise<Receiver> {
  let answer = toAnswer(first);
  let open = 0;
  let mostOpen = 0;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    const one = { path: request.url ?? '', headers: request.headers, body: await textOf(request) };
    received.push(one);
    answer(response, one);
  });
  await listen(server);
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    received,
    open: () => open,
    mostOpen: () => mostOpen,
    answerWith: (next) => {
      answer = toAnswer(next);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a TCP server that passes each connection to `onConnection`. */
export async function startRawServer(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await listen(server);
  return {
    port: portOf(server),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A port without a listener. */
export async function deadPort(): Promise<number> {
  const server = await startRawServer(() => undefined);
  await server.close();
  return server.port;
}

function toAnswer(answer: Answer | number): Answer {
  if (typeof answer !== 'number') return answer;
  return (response) => response.writeHead(answer).end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
