import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The end of a simple query in PostgreSQL's protocol: `commit` and its zero byte. */
const COMMIT = Buffer.from('commit\0');

/** The two sockets of one connection through the relay. */
export interface TappedConnection {
  readonly near: Socket;
  readonly far: Socket;
}

/** Handles the bytes with a COMMIT, which have not been forwarded yet. */
export type OnCommit = (bytes: Buffer, connection: TappedConnection) => void;

export interface TappedLink {
  /** The same address, through the link. */
  readonly url: string;
  /** Passes the next COMMIT to `handle` instead of forwarding it; several calls handle several COMMITs, in order. */
  onNextCommit(handle: OnCommit): void;
  /** Holds back all answers until the client has sent a COMMIT. */
  holdAnswersUntilCommit(): void;
  close(): Promise<void>;
}

/** Opens a TCP relay to PostgreSQL with which a test can intercept COMMITs. */
export async function openTappedLink(url: string): Promise<TappedLink> {
  const target = new URL(url);
  const handlers: OnCommit[] = [];
  const sockets = new Set<Socket>();
  let isHolding = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    const held: Buffer[] = [];
    far.on('data', (bytes: Buffer) => {
      if (isHolding) held.push(bytes);
      else near.write(bytes);
    });
    far.on('end', () => near.end());
    near.on('end', () => far.end());
    near.on('data', (bytes: Buffer) => {
      const isCommit = bytes.includes(COMMIT);
      if (isCommit) {
        isHolding = false;
        for (const answer of held.splice(0)) near.write(answer);
      }
      const handle = isCommit ? handlers.shift() : undefined;
      if (handle) handle(bytes, { near, far });
      else far.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const linked = new URL(url);
  linked.port = String(address.port);
  return {
    url: linked.href,
    onNextCommit: (handle) => handlers.push(handle),
    holdAnswersUntilCommit: () => {
      isHolding = true;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
