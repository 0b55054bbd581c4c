import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface SeverableLink {
  /** The same address, through the link. */
  readonly url: string;
  /** Closes every connection and accepts no new one. */
  sever(): Promise<void>;
  restore(): Promise<void>;
}

/** Opens a TCP relay to the server at `url`, so that a test can cut a service off from it. */
export async function openLink(url: string): Promise<SeverableLink> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const join = (near: Socket): void => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(join).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  let server: Server | undefined = await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const linked = new URL(url);
  linked.port = String(address.port);

  return {
    url: linked.href,
    sever: async () => {
      const closing = server;
      server = undefined;
      if (!closing) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: async () => {
      server ??= await listen(address.port);
    },
  };
}
