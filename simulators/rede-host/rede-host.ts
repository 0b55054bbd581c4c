import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../src/platform/index.ts';
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
/** The answer to who asked for the outage goes out first. */
const BEFORE_OUTAGE_MS = 20;

export const DEMO_MERCHANT: Merchant = {
  pv: '10000001',
  key: 'chave-de-integracao-de-teste-0001',
  shop: 'Loja de Teste',
  softDescriptor: true,
};

export interface RedeHostOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** How many times as fast as real time the host lives; 1 when absent. */
  readonly timeScale?: number;
  /** One demonstration merchant when absent. */
  readonly merchants?: readonly Merchant[];
  /** As `POST /__sim/faults` takes them; what `reset` goes back to. */
  readonly faults?: Fields;
  /** 0 ≤ x < 1 */
  readonly random?: () => number;
}

/** The settings of an account at this host, as `acquirer add --setting NAME=VALUE` takes them. */
export type AccountSettings = Readonly<Record<'pv' | 'key' | 'api' | 'token' | 'cards', string>>;

export interface RedeHost {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Of the first merchant, unless another is named. */
  settings(merchant?: Merchant): AccountSettings;
  /** All of it, newest first. */
  book(): Promise<readonly HostBookEntry[]>;
  /** The control interface, as `/__sim` serves it. */
  readonly control: Control;
  /** Refuses connections from now on, as a machine that is down; idle ones are closed. */
  goAway(): Promise<void>;
  /** Accepts them again, on the same port. */
  comeBack(): Promise<void>;
  /** Ends all waits and connections. */
  close(): Promise<void>;
}

/** A host that answers as Rede's sandbox, on this machine only. */
export async function startRedeHost(options: RedeHostOptions = {}): Promise<RedeHost> {
  const { timeScale = 1, merchants = [DEMO_MERCHANT], faults, random = Math.random } = options;
  const clock = createSimulatedClock(systemClock, timeScale);
  const app = createServer();
  let address = '';
  const host = createHost({
    clock,
    timeScale,
    merchants,
    random,
    faults: faults === undefined ? NO_FAULTS : faultsOf(faults),
    address: () => address,
  });
  const listener = createListener(app);
  const control = createControl(host, (ms) => {
    setTimeout(async () => {
      await listener.goAway();
      if (await clock.wait(ms)) await listener.comeBack();
    }, BEFORE_OUTAGE_MS).unref();
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
    goAway: listener.goAway,
    comeBack: listener.comeBack,
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

/** Opens and closes the port while the server stays as it is. */
function createListener(app: FastifyInstance) {
  const { server } = app;
  let port = 0;
  let away = false;
  app.addHook('onSend', async (_request, reply) => {
    if (away) reply.header('Connection', 'close');
  });
  return {
    async goAway() {
      if (away) return;
      away = true;
      ({ port } = server.address() as AddressInfo);
      server.close();
      server.closeIdleConnections();
    },
    async comeBack() {
      if (!away) return;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, INTERFACE, () => {
          server.off('error', reject);
          resolve();
        });
      });
      away = false;
    },
  };
}
