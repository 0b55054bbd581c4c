import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A simple query of PostgreSQL's protocol that ends in `commit`: the text and its zero byte. */
const COMMIT = Buffer.from('commit\0');

/** The two halves of one connection through the link. */
export interface TappedConnection {
  readonly near: Socket;
  readonly far: Socket;
}

/** Does what it likes with the bytes that hold a COMMIT; nothing of them went on yet. */
export type OnCommit = (bytes: Buffer, connection: TappedConnection) => void;

export interface TappedLink {
  /** The same address, through the link. */
  readonly url: string;
  /** The next COMMIT is handed over instead of passed on; several calls stand for several, in turn. */
  onNextCommit(handle: OnCommit): void;
  /** From now on the client gets no answer before it has sent a COMMIT. */
  holdAnswersUntilCommit(): void;
  close(): Promise<void>;
}

/** A TCP relay to a PostgreSQL that a test can tamper with at the moment of COMMIT. */
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
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
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
