import type { ServerOptions } from 'node:https';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import { refuseControl } from '../host/control/reading.ts';
import type { Fields } from '../host/fields.ts';
import { closeServer, createListener, INTERFACE } from '../host/listener.ts';
import { createServer } from '../host/server.ts';
import { createSimulatedClock } from '../host/simulated-clock.ts';
import { type BankClient, DEMO_CLIENT, OTHER_CLIENT } from './access/clients.ts';
import { registerApi } from './api-routes.ts';
import { BANK_QUIRKS, type BankName, type BankQuirks } from './bank-quirks.ts';
import { registerPayload } from './charges/payload.ts';
import { type Control, createControl } from './control/control.ts';
import { registerControl } from './control/control-routes.ts';
import { ratesProblem, type WireFaultRates } from './faults/chance.ts';
import { createHost } from './host.ts';
import { type Authority, type Identity, sharedAuthority } from './tls/authority.ts';
import { Problem, problemAnswer } from './wire/problems.ts';

const LOCAL_NAMES = ['localhost', '127.0.0.1'];

export interface PixHostOptions {
  /** 0, the default, picks a free one; the open port is the next one. */
  readonly port?: number;
  /** How many times faster than real time the host's clock runs; 1 when absent. */
  readonly timeScale?: number;
  /** Its dates are those of real time all the same: only waits and lifetimes are shorter. */
  readonly realDates?: boolean;
  /** Whose ways it takes on; the Banco Central's document alone when absent. */
  readonly profile?: BankName;
  /** Changes to those ways. */
  readonly quirks?: Partial<BankQuirks>;
  /** HTTP without certificates. */
  readonly plain?: boolean;
  /** Two demonstration shops when absent. */
  readonly clients?: readonly BankClient[];
  /** As in `POST /__sim/faults`; `reset` restores them. */
  readonly faults?: Fields;
  /** 0 ≤ x < 1 */
  readonly random?: () => number;
  /** The real time; held still, the host's time moves only when it is told to. */
  readonly realClock?: Clock;
  /** Certificates, PEM, that client certificates may be signed with besides the bank's own. */
  readonly alsoTrusted?: readonly string[];
  /** Told of each call that a fault leaves without an answer: nobody needs to wait longer to know it. */
  readonly onHold?: () => void;
}

export interface PixHost {
  /** Of the interface: `https://127.0.0.1:port`. */
  readonly address: string;
  /** Of the payloads and the control interface, over plain HTTP. */
  readonly openAddress: string;
  readonly tokenUrl: string;
  /** Before the paths of the resources and, at Sicredi, their versions. */
  readonly apiUrl: string;
  readonly quirks: BankQuirks;
  readonly clients: readonly BankClient[];
  /** Who signs its certificates; undefined without TLS. */
  readonly authority: Authority | undefined;
  /** A new certificate of a client, of the first one when absent. Throws without TLS. */
  clientIdentity(client?: BankClient): Promise<Identity>;
  /** The control interface that `/__sim` serves. */
  readonly control: Control;
  /** Refuses connections from now on, like a machine that is down; idle ones are closed. */
  stopListening(): Promise<void>;
  /** Accepts connections again, on the same port. */
  listenAgain(): Promise<void>;
  /** Ends all waits and connections. */
  close(): Promise<void>;
}

/** Starts a bank that answers as the Banco Central's API Pix says, on this machine only. */
export async function startPixHost(options: PixHostOptions = {}): Promise<PixHost> {
  const { port = 0, timeScale = 1, profile = 'STANDARD', clients = [DEMO_CLIENT, OTHER_CLIENT] } = options;
  const { random = Math.random, onHold = () => undefined, plain = false, realClock = systemClock } = options;
  const quirks = { ...BANK_QUIRKS[profile], ...options.quirks };
  const clock = createSimulatedClock(realClock, timeScale, options.realDates ? 1 : timeScale);
  const secured = plain ? undefined : await securityOf(options);
  let openAddress = '';
  const host = createHost({
    clock,
    timeScale,
    quirks,
    clients,
    random,
    onHold,
    rates: ratesOf(options.faults ?? {}),
    identity: secured?.identity,
    openHost: () => `localhost:${new URL(openAddress).port}`,
  });
  const api = createServer({
    name: 'pix-host',
    form: (_request, { status, message }) => unexpected(quirks, status, message, clock.now()),
    ...(secured ? { tls: secured.tls } : {}),
  });
  registerApi(api, host);
  const open = createServer({
    name: 'pix-host',
    form: (_request, { code, message }) => ({ body: { error: { code, message } } }),
  });
  const listener = createListener(api);
  const control = createControl(host, (ms) => listener.outage(ms, clock));
  registerPayload(open, host);
  registerControl(open, control, () => openAddress);
  const address = await api.listen({ port, host: INTERFACE });
  openAddress = await open
    .listen({ port: port === 0 ? 0 : port + 1, host: INTERFACE })
    .catch(async (error) => {
      await closeServer(api);
      throw error;
    });

  return {
    address,
    openAddress,
    tokenUrl: `${address}${quirks.token.path}`,
    apiUrl: `${address}${apiPath(quirks)}`,
    quirks,
    clients,
    authority: secured?.authority,
    clientIdentity: async (client = clients[0] ?? DEMO_CLIENT) => {
      if (!secured) throw new Error('a host without TLS knows no certificates');
      return secured.authority.issue({ name: client.clientId });
    },
    control,
    stopListening: listener.stopListening,
    listenAgain: listener.listenAgain,
    async close() {
      clock.stop();
      await Promise.all([closeServer(api), closeServer(open)]);
    },
  };
}

async function securityOf({ alsoTrusted = [] }: PixHostOptions) {
  const authority = await sharedAuthority();
  const identity = await authority.issue({ name: 'pix-host', hosts: LOCAL_NAMES });
  return {
    authority,
    identity,
    tls: {
      cert: identity.certificate,
      key: identity.key,
      ca: [authority.certificate, ...alsoTrusted],
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    } satisfies ServerOptions,
  };
}

function apiPath({ base: { charge, rest } }: BankQuirks): string {
  return charge === rest ? rest : rest.slice(0, rest.lastIndexOf('/'));
}

/** An error of no operation: a path that is not served, a body that is too large. */
function unexpected(quirks: BankQuirks, status: number, message: string, now: number) {
  const type =
    status === 404 ? 'NaoEncontrado' : status >= 500 ? 'ErroInternoDoServidor' : 'RequisicaoInvalida';
  const { body = {}, type: contentType } = problemAnswer(new Problem(type, message), quirks, now);
  return { body, ...(contentType === undefined ? {} : { type: contentType }) };
}

function ratesOf(body: Fields): WireFaultRates {
  const problem = ratesProblem(body);
  if (problem !== undefined) throw refuseControl('sim_invalid', { message: problem });
  return body as WireFaultRates;
}
