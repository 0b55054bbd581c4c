import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SetClock } from '../../../../platform/time/set-clock.ts';
import { registerBankRoutes, type SimulatedBank } from '../bank/index.ts';
import { refuse } from '../control.ts';
import type { Simulator } from '../simulator.ts';
import { registerChallenge } from './challenge-routes.ts';
import { registerClockRoutes } from './clock-routes.ts';
import { type RunPayouts, registerPayoutRuns } from './payout-routes.ts';

export interface SimulatorRoutes {
  readonly simulator: Pick<Simulator, 'control' | 'challenge'>;
  /** Undefined: only cards are simulated. */
  readonly bank?: Pick<SimulatedBank, 'control'> | undefined;
  /** Pays what is owed to shops; undefined: nothing is. */
  readonly payouts?: RunPayouts | undefined;
  /** Sets the service's clock ahead; undefined: it cannot be. */
  readonly clock?: SetClock | undefined;
  /** The service's public address, whose host is allowed besides this machine's names. */
  readonly publicUrl: () => string;
  /** True for a request from this machine or with an operator's key. */
  readonly mayControl: (request: FastifyRequest) => Promise<boolean>;
}

type Fields = Readonly<Record<string, unknown>>;

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Serves the buyers' page, and the control interface under `/__sim` (docs/contract/decided.md 5): JSON only, no CORS.
 * Must be awaited, so that later registrations know its routes.
 */
export async function registerSimulatorRoutes(app: FastifyInstance, options: SimulatorRoutes): Promise<void> {
  const { control, challenge } = options.simulator;
  app.addHook('onRequest', (request, _reply, done) => {
    done(isPostback(request) && isOfSimulator(request) ? refuse('sim_access_denied') : undefined);
  });
  await registerChallenge(app, challenge);
  const guarded = {
    onRequest: (request: FastifyRequest) => admitToSimulator(request, options),
    schema: { hide: true },
  };

  app.get('/__sim/book', guarded, async ({ query }) => ({ charges: await control.book(query as Fields) }));
  app.get('/__sim/requests', guarded, async ({ query }) => ({ requests: control.requests(query as Fields) }));
  app.get('/__sim/force', guarded, async () => ({ forced: control.forced() }));
  app.post('/__sim/force', guarded, async ({ body }) => ({ forced: control.force(body) }));
  app.get('/__sim/faults', guarded, async () => ({ faults: control.faults() }));
  app.post('/__sim/faults', guarded, async ({ body }) => ({ faults: control.setFaults(body) }));
  app.post('/__sim/reset', guarded, async () => {
    control.reset();
    return { forced: control.forced(), faults: control.faults() };
  });
  if (options.bank) registerBankRoutes(app, options.bank, guarded);
  if (options.payouts) registerPayoutRuns(app, options.payouts, guarded);
  if (options.clock) registerClockRoutes(app, options.clock, guarded);
}

/**
 * Keeps out pages in a browser on this machine: their requests carry another Host when a name was made to resolve to
 * it, and cannot have this content type without a preflight. Throws the refusal.
 */
export async function admitToSimulator(
  request: FastifyRequest,
  { mayControl, publicUrl }: Pick<SimulatorRoutes, 'mayControl' | 'publicUrl'>,
): Promise<void> {
  const host = hostName(request.headers.host);
  if (!LOCAL_HOSTS.has(host) && host !== hostName(new URL(publicUrl()).host))
    throw refuse('sim_host_unknown');
  if (!(await mayControl(request))) throw refuse('sim_access_denied');
  const isJson = JSON_TYPE.test(request.headers['content-type'] ?? '');
  if (request.method === 'POST' && !isJson) throw refuse('sim_not_json');
}

/** Decided by the route, however the path was written. */
function isOfSimulator({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/__sim') === true;
}

/**
 * A postback's address is chosen by the merchant and the request comes from this machine: it must not control anything
 * here.
 */
function isPostback({ headers }: FastifyRequest): boolean {
  return headers['webhook-id'] !== undefined;
}

function hostName(hostWithPort = ''): string {
  return hostWithPort.replace(/:\d+$/, '').toLowerCase();
}
