import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SimulatedClock } from './simulated-clock.ts';

export const INTERFACE = '127.0.0.1';
/** The request that started the outage is answered first. */
const OUTAGE_DELAY_MS = 20;

/** A server's port, which a tester may close for a time; the server keeps its state. */
export interface Listener {
  /** Refuses connections from now on, like a machine that is down; idle ones are closed. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same port. */
  listenAgain(): Promise<void>;
  /** Down for so many simulated milliseconds, from a moment on. */
  outage(ms: number, clock: SimulatedClock): void;
}

export function createListener(app: FastifyInstance): Listener {
  const { server } = app;
  let port = 0;
  let isClosed = false;
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed) reply.header('Connection', 'close');
  });
  const listener: Listener = {
    async stopListening() {
      if (isClosed) return;
      isClosed = true;
      ({ port } = server.address() as AddressInfo);
      server.close();
      server.closeIdleConnections();
    },
    async listenAgain() {
      if (!isClosed) return;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, INTERFACE, () => {
          server.off('error', reject);
          resolve();
        });
      });
      isClosed = false;
    },
    outage(ms, clock) {
      setTimeout(async () => {
        await listener.stopListening();
        if (await clock.wait(ms)) await listener.listenAgain();
      }, OUTAGE_DELAY_MS).unref();
    },
  };
  return listener;
}

/** Ends connections, those that wait for an answer too. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}
