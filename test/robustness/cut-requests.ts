import { connect, type Socket } from 'node:net';

/** A request as bytes on the wire. */
export interface WireRequest {
  readonly name: string;
  readonly head: string;
  readonly body: string;
}

export type Cut = (address: string, request: WireRequest) => Promise<void>;

/** Describes one request; a body is sent as JSON unless a type is given. */
export function wireRequest(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: unknown } = {},
): WireRequest {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const lines = Object.entries({
    Host: 'localhost',
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    name: `${method} ${path.split('?', 1)[0]}`,
    head: `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`,
    body: text,
  };
}

/** Moments at which a client disconnects. A reset discards unread bytes of the other side; a close does not. */
export const CUTS: Readonly<Record<string, Cut>> = {
  'in the middle of the headers': (address, { head }) => resetAfter(address, head.slice(0, -2)),
  'before the body': (address, { head }) => resetAfter(address, head),
  'in the middle of the body': (address, { head, body }) =>
    resetAfter(address, head + body.slice(0, body.length / 2)),
  'right after the body': (address, { head, body }) => resetAfter(address, head + body),
  'right after the body, by a close': (address, { head, body }) => closeAfter(address, head + body),
  'after one request, with the next one sent': (address, { head, body }) =>
    resetAfter(address, (head + body).repeat(2)),
  'at the first byte of the answer': (address, { head, body }) => untilAnswered(address, head + body),
};

/** Sends a whole request and returns its socket, for the caller to close. */
export async function sent(address: string, { head, body }: WireRequest): Promise<Socket> {
  const socket = await opened(address);
  await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
  return socket;
}

async function resetAfter(address: string, bytes: string): Promise<void> {
  const socket = await opened(address);
  // In the same turn of the event loop, so that the service receives request and reset together.
  socket.write(bytes);
  socket.resetAndDestroy();
  await closed(socket);
}

async function closeAfter(address: string, bytes: string): Promise<void> {
  const socket = await opened(address);
  socket.end(bytes);
  socket.destroySoon();
  await closed(socket);
}

async function untilAnswered(address: string, bytes: string): Promise<void> {
  const socket = await opened(address);
  socket.write(bytes);
  socket.once('data', () => socket.resetAndDestroy());
  await closed(socket);
}

function opened(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => undefined);
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
