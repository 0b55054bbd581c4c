import { systemClock } from '../../src/platform/time/clock.ts';
import type { Fields } from '../host/fields.ts';
import { closeServer, createListener, INTERFACE } from '../host/listener.ts';
import { createSimulatedClock } from '../host/simulated-clock.ts';
import type { Merchant } from './access/merchants.ts';
import { registerApi } from './api-routes.ts';
import { registerBuyerPages } from './buyer/buyer-routes.ts';
import { type Control, createControl, faultsOf, type HostBookEntry } from './control/control.ts';
import { registerControl } from './control/control-routes.ts';
import { NO_FAULTS } from './faults/operations.ts';
import { createHost } from './host.ts';
import { createRedeServer } from './server.ts';
import { registerStatement } from './statement/routes.ts';

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
export type AccountSettings = Readonly<
  Record<'pv' | 'key' | 'api' | 'token' | 'cards' | 'statementApi' | 'statementTokenPath', string>
>;

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
  const app = createRedeServer();
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
  const control = createControl(host, (ms) => listener.outage(ms, clock));
  await registerBuyerPages(app, host);
  registerApi(app, host);
  registerStatement(app, host);
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
      await closeServer(app);
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
    statementApi: `${address}/redelabs`,
    statementTokenPath: '/oauth2/token',
  };
}
