import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const HEADER_BYTES = 5;
const REFILL_AGAIN_MS = 100;
const SSL_REQUEST = 80877103;
const [QUERY, SYNC, TERMINATE, READY] = ['Q', 'S', 'X', 'Z'] as const;
const IDLE = 'I';

export interface TransactionPooler {
  /** The same database, through the pooler. */
  readonly url: string;
  /** As if it were killed and started again at once: every connection on both sides breaks. */
  restart(): Promise<void>;
  restarts(): number;
  close(): Promise<void>;
}

/** A connection to the server, ready for whichever client. */
interface ServerConnection {
  readonly socket: Socket;
  client: Client | undefined;
}

interface Client {
  readonly socket: Socket;
  /** Messages that wait for a connection. */
  readonly waiting: Buffer[];
  server: ServerConnection | undefined;
  /** Queries and Syncs that the server has not answered yet. */
  open: number;
}

/**
 * Stands between the service and PostgreSQL as poolers do in transaction mode: each transaction of a client gets some
 * connection of a few, and another client has it for the next one. Session settings, session locks and prepared
 * statements stay on the connection.
 */
export async function startTransactionPooler(url: string, size: number): Promise<TransactionPooler> {
  let servers: ServerConnection[] = [];
  const queue: Client[] = [];
  const sockets = new Set<Socket>();
  let restarts = 0;

  const assign = (): void => {
    for (const server of servers) {
      if (server.client || server.socket.destroyed) continue;
      const client = queue.shift();
      if (!client) return;
      server.client = client;
      client.server = server;
      for (const bytes of client.waiting.splice(0)) server.socket.write(bytes);
    }
  };
  const release = (client: Client): void => {
    if (client.server) client.server.client = undefined;
    client.server = undefined;
    assign();
  };
  const addServer = async (): Promise<void> => {
    const server = await openServer(url);
    sockets.add(server.socket);
    servers.push(server);
    readMessages(server.socket, (type, bytes) => {
      const { client } = server;
      client?.socket.write(bytes);
      if (type !== READY || !client) return;
      client.open -= 1;
      if (client.open === 0 && bytes.toString('latin1', HEADER_BYTES) === IDLE) release(client);
    });
    // As when the server ends a transaction that was idle for too long: its client finds its own connection closed.
    server.socket.once('close', () => {
      server.client?.socket.destroy();
      replace(server);
    });
    assign();
  };
  const openServers = async (): Promise<void> => {
    servers = [];
    await Promise.all(Array.from({ length: size }, addServer));
  };
  let isClosed = false;
  let isRefilling = false;
  /** A server that has no connection left for now has one again later. */
  const refill = async (): Promise<void> => {
    if (isRefilling) return;
    isRefilling = true;
    while (!isClosed && servers.length < size) {
      await addServer().catch(() => sleep(REFILL_AGAIN_MS, undefined, { ref: false }));
    }
    isRefilling = false;
  };
  /** Nobody knows what is left of a transaction whose client is gone: its connection ends, and with it the transaction. */
  const replace = (server: ServerConnection): void => {
    if (isClosed || !servers.includes(server)) return;
    server.socket.destroy();
    sockets.delete(server.socket);
    servers = servers.filter((one) => one !== server);
    void refill();
  };
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await openServers();
  const onMessage = (client: Client, type: string, bytes: Buffer): void => {
    if (type === TERMINATE) {
      client.socket.end();
      return;
    }
    if (type === QUERY || type === SYNC) client.open += 1;
    if (client.server) client.server.socket.write(bytes);
    else {
      client.waiting.push(bytes);
      if (!queue.includes(client)) queue.push(client);
      assign();
    }
  };
  const pooler = createServer((socket) => {
    const client: Client = { socket, waiting: [], server: undefined, open: 0 };
    sockets.add(socket);
    socket.setNoDelay();
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        const index = queue.indexOf(client);
        if (index >= 0) queue.splice(index, 1);
        if (client.server) replace(client.server);
      });
    greet(socket, () => readMessages(socket, (type, bytes) => onMessage(client, type, bytes)));
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const address = pooler.address();
  if (address === null || typeof address === 'string') throw new Error('the pooler has no port');
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${address.port}`;
  return {
    url: pooled.href,
    restart: () => {
      restarts += 1;
      servers = [];
      breakAll();
      return openServers();
    },
    restarts: () => restarts,
    close: async () => {
      isClosed = true;
      breakAll();
      await new Promise((resolve) => pooler.close(resolve));
    },
  };
}

/** The driver logs in; then its socket is used without it. */
async function openServer(url: string): Promise<ServerConnection> {
  const driver = new pg.Client({ connectionString: url });
  driver.on('error', () => undefined);
  await driver.connect();
  // Missing in the driver's types.
  const { stream } = (driver as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return { socket: stream, client: undefined };
}

/** Logged in, as a server says it. */
function greeting(): Buffer {
  const parameter = (name: string, value: string) => message('S', `${name}\0${value}\0`);
  return Buffer.concat([
    message('R', '\0\0\0\0'),
    parameter('server_version', '17.0'),
    parameter('client_encoding', 'UTF8'),
    parameter('standard_conforming_strings', 'on'),
    message('K', '\0\0\0\0\0\0\0\0'),
    message(READY, IDLE),
  ]);
}

/** Answers the start of a client's connection; `then` reads on. */
function greet(socket: Socket, then: () => void): void {
  socket.once('data', (bytes: Buffer) => {
    if (bytes.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      greet(socket, then);
      return;
    }
    then();
    socket.write(greeting());
  });
}

function readMessages(socket: Socket, read: (type: string, message: Buffer) => void): void {
  let held = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    held = Buffer.concat([held, bytes]);
    while (held.length >= HEADER_BYTES) {
      const length = held.readInt32BE(1) + 1;
      if (held.length < length) return;
      const one = held.subarray(0, length);
      held = held.subarray(length);
      read(one.toString('latin1', 0, 1), one);
    }
  });
}

function message(type: string, content: string): Buffer {
  const body = Buffer.from(content, 'latin1');
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
