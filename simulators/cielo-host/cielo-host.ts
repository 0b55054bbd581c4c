import type { ServerOptions } from 'node:https';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import type { Fields } from '../host/fields.ts';
import { closeServer, createListener, INTERFACE, type Listener } from '../host/listener.ts';
import { createSimulatedClock } from '../host/simulated-clock.ts';
import { DEMO_MERCHANT, type Merchant } from './access/merchants.ts';
import { registerApi, registerQueries } from './api-routes.ts';
import { type Control, createControl, faultsOf, type HostBookEntry } from './control/control.ts';
import { registerControl } from './control/control-routes.ts';
import { createHost, type Manner } from './host.ts';
import { NO_FAULTS } from './operations.ts';
import { createCieloServer } from './server.ts';

export interface CieloHostOptions {
  /** Where sales are made; 0, the default, picks a free one. */
  readonly port?: number;
  /** Where queries are answered; the next one when absent, or a free one where `port` is 0. */
  readonly queryPort?: number;
  /** How many times faster than real time the host's clock runs; 1 when absent. */
  readonly timeScale?: number;
  /** One demonstration merchant when absent. */
  readonly merchants?: readonly Merchant[];
  readonly manner?: Partial<Manner>;
  /** As in `POST /__sim/faults`; `reset` restores them. */
  readonly faults?: Fields;
  /** 0 ≤ x < 1 */
  readonly random?: () => number;
  /** Told of each call that a fault leaves without an answer: nobody needs to wait longer to know it. */
  readonly onHold?: () => void;
  /** The time that the host's clock starts at and runs by; that of this machine when absent. */
  readonly realClock?: Clock;
  /** Serves both addresses over TLS. */
  readonly tls?: ServerOptions;
}

/** The settings of an account at this host, for `acquirer add --setting NAME=VALUE`. */
export type AccountSettings = Readonly<Record<'merchantId' | 'merchantKey' | 'baseUrl' | 'queryUrl', string>>;

export interface CieloHost {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly queryAddress: string;
  /** Settings of the first merchant, unless another is given. */
  settings(merchant?: Merchant): AccountSettings;
  /** All sales, newest first. */
  book(): Promise<readonly HostBookEntry[]>;
  /** The control interface that `/__sim` serves. */
  readonly control: Control;
  /** Each of the two addresses by itself, which may be down while the other answers. */
  readonly listeners: { readonly api: Listener; readonly query: Listener };
  /** Refuses connections at both from now on, like a machine that is down; idle ones are closed. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same ports. */
  listenAgain(): Promise<void>;
  /** Ends all waits and connections. */
  close(): Promise<void>;
}

const MANNER: Manner = { approvals: 'sandbox', codesInQueries: true, hiddenForMs: 0, oneDay: false };

/** Starts a host that answers like Cielo's sandbox, on this machine only: two addresses with one book. */
export async function startCieloHost(options: CieloHostOptions = {}): Promise<CieloHost> {
  const { timeScale = 1, merchants = [DEMO_MERCHANT], faults, random = Math.random, port = 0 } = options;
  const { onHold = () => undefined, queryPort = port === 0 ? 0 : port + 1, manner, tls } = options;
  const clock = createSimulatedClock(options.realClock ?? systemClock, timeScale);
  const [api, query] = [createCieloServer(tls), createCieloServer(tls)];
  const addresses = { api: '', query: '' };
  const host = createHost({
    clock,
    timeScale,
    merchants,
    random,
    onHold,
    manner: { ...MANNER, ...manner },
    faults: faults === undefined ? NO_FAULTS : faultsOf(faults),
    addresses: () => addresses,
  });
  const listeners = { api: createListener(api), query: createListener(query) };
  const both = Object.values(listeners);
  const control = createControl(host, (ms) => {
    for (const listener of both) listener.outage(ms, clock);
  });
  registerApi(api, host);
  registerQueries(query, host);
  registerControl(api, control, () => addresses.api);
  registerControl(query, control, () => addresses.query);
  addresses.api = await api.listen({ port, host: INTERFACE });
  addresses.query = await query.listen({ port: queryPort, host: INTERFACE });

  return {
    address: addresses.api,
    queryAddress: addresses.query,
    settings: ({ merchantId, merchantKey } = merchants[0] ?? DEMO_MERCHANT) => ({
      merchantId,
      merchantKey,
      baseUrl: addresses.api,
      queryUrl: addresses.query,
    }),
    book: async () => [...(await control.wholeBook())],
    control,
    listeners,
    stopListening: async () => void (await Promise.all(both.map((one) => one.stopListening()))),
    listenAgain: async () => void (await Promise.all(both.map((one) => one.listenAgain()))),
    async close() {
      clock.stop();
      await Promise.all([closeServer(api), closeServer(query)]);
    },
  };
}
