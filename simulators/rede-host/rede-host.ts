import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { Merchant } from './access/merchants.ts';
import { registerApi } from './api-routes.ts';
import { registerBuyerPages } from './buyer/buyer-routes.ts';
import { type Control, createControl, faultsOf, type HostBookEntry } from './control/control.ts';
import { registerControl } from './control/control-routes.ts';
import { NO_FAULTS } from './faults/wire-faults.ts';
import type { Fields } from './fields.ts';
import { createHost } from './host.ts';
import { createServer } from './server.ts';
import { createSimulatedClock } from './simulated-clock.ts';

const INTERFACE = '127.0.0.1';
/** The request that started the outage is answered first. */
const OUTAGE_DELAY_MS = 20;

export const DEMO_MERCHANT: Merchant = {
  pv: '10000001',
  key: 'chave-de-integracao-de-teste-0001',
  shop: 'Loja de Teste',
  softDescriptor: true,
};

export interface RedeHostOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** How many times faster than real time the host's clock runs; 1 when absent. */
  readonly timeScale?: number;
  /** One demonstration merchant when absent. */
  readonly merchants?: readonly Merchant[];
  /** As in `POST /__sim/faults`; `reset` restores them. */
  readonly faults?: Fields;
  /** 0 ≤ x < 1 */
  readonly random?: () => number;
  /** Told of each call that a fault leaves without an answer: nobody needs to wait longer to know it. */
  readonly onHold?: () => void;
}

/** The settings of an account at this host, for `acquirer add --setting NAME=VALUE`. */
export type AccountSettings = Readonly<Record<'pv' | 'key' | 'api' | 'token' | 'cards', string>>;

export interface RedeHost {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Settings of the first merchant, unless another is given. */
  settings(merchant?: Merchant): AccountSettings;
  /** All charges, newest first. */
  book(): Promise<readonly HostBookEntry[]>;
  /** The control interface that `/__sim` serves. */
  readonly control: Control;
  /** Refuses connections from now on, like a machine that is down; idle ones are closed. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same port. */
  listenAgain(): Promise<void>;
  /** Ends all waits and connections. */
  close(): Promise<void>;
}

/** Starts a host that answers like Rede's sandbox, on this machine only. */
export async function startRedeHost(options: RedeHostOptions = {}): Promise<RedeHost> {
  const { timeScale = 1, merchants = [DEMO_MERCHANT], faults, random = Math.random } = options;
  const { onHold = () => undefined } = options;
  const clock = createSimulatedClock(systemClock, timeScale);
  const app = createServer();
  let address = '';
  const host = createHost({
    clock,
    timeScale,
    merchants,
    random,
    onHold,
    faults: faults === undefined ? NO_FAULTS : faultsOf(faults),
    address: () => address,
  });
  const listener = createListener(app);
  const control = createControl(host, (ms) => {
    setTimeout(async () => {
      await listener.stopListening();
      if (await clock.wait(ms)) await listener.listenAgain();
    }, OUTAGE_DELAY_MS).unref();
  });
  await registerBuyerPages(app, host);
  registerApi(app, host);
  registerControl(app, control, () => address);
  address = await app.listen({ port: options.port ?? 0, host: INTERFACE });

  return {
    address,
    settings: (merchant = merchants[0] ?? DEMO_MERCHANT) => settingsOf(address, merchant),
    book: async () => [...(await control.wholeBook())],
    control,
    stopListening: listener.stopListening,
    listenAgain: listener.listenAgain,
    async close() {
      clock.stop();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function settingsOf(address: string, { pv, key }: Merchant): AccountSettings {
  return {
    pv,
    key,
    api: `${address}/v2`,
    token: `${address}/oauth2/token`,
    cards: `${address}/token-service/oauth/v2`,
  };
}

/** Closes and opens the port; the server keeps its state. */
function createListener(app: FastifyInstance) {
  const { server } = app;
  let port = 0;
  let isClosed = false;
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed) reply.header('Connection', 'close');
  });
  return {
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
  };
}
