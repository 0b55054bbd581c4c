import type { FastifyInstance } from 'fastify';
import type { DemoAccounts } from '../accounts/demo.ts';
import { createHttp, finishRoutes } from '../platform/http/index.ts';
import { createLog, type Log } from '../platform/logs.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Refusal } from '../platform/refusal.ts';
import { traceRequests } from '../platform/tracing/index.ts';
import type { WorkerProcess } from '../platform/worker-processes/index.ts';
import { closedWithin, closeRooms } from './closing.ts';
import type { Config } from './config/config.ts';
import { leaveServedAddress } from './config/served-address.ts';
import { interfaceOf } from './interfaces.ts';
import type { DatabaseWatch } from './observability/database-watch.ts';
import type { DiskWatch } from './observability/disk-watch.ts';
import { METRICS } from './observability/metric-catalogue.ts';
import { measureService } from './observability/service-metrics.ts';
import { createWatches } from './observability/watches.ts';
import { openParts, type StartOptions } from './parts.ts';
import type { Room, RoomParts } from './room.ts';
import type { Rooms } from './rooms.ts';
import { createMailRoom } from './wiring/mails/mail-room.ts';
import { createOperationalInterface } from './wiring/operational-interface.ts';
import { createOperatorPaths } from './wiring/operator-paths.ts';
import { createPanel } from './wiring/panel.ts';
import { openPaymentRooms, type PaymentGateway } from './wiring/payments/payment-rooms.ts';
import { jobsOf } from './wiring/service-jobs.ts';

/**
 * Connections that wait until they are accepted, one in each turn of the event loop; the system may allow fewer. Once the
 * queue is full, the system resets connections, as when thousands of payment clients connect at the same time.
 */
const LISTEN_BACKLOG = 16_384;
/** The service must be gone 10 s after it was asked to stop (docs/contract/decided.md 1). */
const CUT_WAITS_AFTER_MS = 5_000;
const CUT_CONNECTIONS_AFTER_MS = 7_000;
/** Of a start that failed: what hangs then must not keep its reason from the operator. */
const CLOSE_FAILED_START_WITHIN_MS = 5_000;
/** Without time scale, and at the least: below, a busy machine would be taken for a dead one. */
const DEAD_AFTER_MS = { usual: 8_000, least: 2_000 };

export interface Service {
  /** `http://host:port` as it listens. */
  readonly address: string;
  readonly publicUrl: string;
  /** The demo accounts, if this start made them. */
  readonly demo: DemoAccounts | undefined;
  /** What it stands on, as a command of the command line has it. */
  readonly rooms: Rooms;
  /** Finishes what is in flight, then closes everything, in reverse order of building. */
  close(): Promise<void>;
}

interface ServiceOptions extends StartOptions {
  readonly log?: Log;
  readonly deadAfterMs?: number;
  /** Set in one of several processes that share the port. */
  readonly worker?: Pick<WorkerProcess, 'runsLeasedJobs' | 'metricsOfAll'> | undefined;
}

/** Builds every room in order and listens. Throws ConfigError for what only the database can tell is wrong. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const { log = createLog(undefined, config.logLevel), worker } = options;
  let listeningPort = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${listeningPort}`;
  /** What is open, closed in reverse, when the service stops and when a step of its start fails. */
  const opened = new AsyncDisposableStack();
  const watches = createWatches(log, createMetrics(worker?.metricsOfAll));
  try {
    const built: Room[] = [];
    const { parts, clockWatch } = await openParts(config, {
      ...options,
      deadAfterMs: options.deadAfterMs ?? deadAfterMsOf(config),
      log,
      publicUrl,
      watches,
      opened,
      closeBuilt: () => closeRooms(built),
    });
    measureService(parts);
    const { cutWaits } = buildRooms(parts, watches.disk, built);
    const jobs = jobsOf(parts, built, { clockWatch, runsLeasedJobs: worker?.runsLeasedJobs ?? true });
    opened.defer(() => jobs.stop());
    const app = await buildHttp(parts, built, { log: watches.log(), isOutage: watches.database.isOutage });
    opened.defer(() => closeHttp(app, cutWaits));
    // First of all: once the waits are cut, no acquirer is reached, and what a job tried then would count as a failed try.
    opened.defer(() => jobs.beginNothing());
    await app.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG });
    listeningPort = portOf(app);
    leaveServedAddress(config.dataDir, publicUrl(), (error) =>
      log.warn(
        { err: error },
        'the address could not be left in the data folder: commands make links to another',
      ),
    );
    jobs.start();
    return {
      address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listeningPort}`,
      publicUrl: publicUrl(),
      demo: parts.rooms.demo,
      rooms: parts.rooms,
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    watches.database.close();
    await closedWithin(CLOSE_FAILED_START_WITHIN_MS, opened);
    throw error;
  }
}

/** All rooms, in the order of building, are added to `built`: what of them is there is closed when the next one fails. */
function buildRooms(parts: RoomParts, disk: DiskWatch, built: Room[]): Pick<PaymentGateway, 'cutWaits'> {
  built.push(createOperatorPaths(parts, disk));
  const gateway = openPaymentRooms(parts, {
    pictureOf: (link) => operational.pictureOfProduct(link),
    settleCharge: (chargeId) => operational.settleCharge(chargeId),
  });
  built.push(...gateway.rooms);
  const operational = createOperationalInterface(parts, gateway);
  built.push(operational);
  built.push(createPanel(parts, operational, gateway));
  built.push(createMailRoom(parts, operational));
  return gateway;
}

/** The sandbox's time scale makes hand-overs after a crash faster too. */
function deadAfterMsOf({ simulator: { timeScale } }: Config): number {
  return Math.max(DEAD_AFTER_MS.usual / Math.max(timeScale, 1), DEAD_AFTER_MS.least);
}

async function buildHttp(
  { config, metrics, tracing }: RoomParts,
  built: readonly Room[],
  { log, isOutage }: { readonly log: Log } & Pick<DatabaseWatch, 'isOutage'>,
): Promise<FastifyInstance> {
  const refusals = metrics.counter(METRICS.refusals);
  refusals.inc({ status: '500', code: 'internal_error' }, 0);
  const app = createHttp({
    log,
    isOutage,
    onRefusal: ({ status, code }) => refusals.inc({ status: String(status), code }),
    trustedProxies: config.trustedProxies,
    publicTls: config.publicUrl?.startsWith('https:') === true,
    errorBody,
    opensUnknownPath: (path) => interfaceOf(path).opensUnknownPaths,
    onAnswer: metrics.answered,
    ...(config.mode === 'production' ? { onUnnamedProxy: warnOfUnnamedProxy(log) } : {}),
  });
  if (tracing) traceRequests(app, tracing);
  for (const room of built) await room.register(app);
  finishRoutes(app);
  return app;
}

/** A client can send the header too: whose it was is for the operator to say. */
function warnOfUnnamedProxy(log: Log): (address: string) => void {
  return (address) =>
    log.warn(
      { address },
      'X-Forwarded-For came from an address that GUICHE_TRUSTED_PROXIES does not name. If it is your proxy, name it: ' +
        'until then everybody behind it counts as one client, and shares its limits',
    );
}

function errorBody(path: string, refusal: Refusal, requestId: string): object {
  if (interfaceOf(path).errorBody === 'message') return { message: refusal.message };
  const { code, message, field, beside } = refusal;
  return { error: { code, message, ...(field === undefined ? {} : { field }), requestId }, ...beside };
}

/** Answers what is in flight. Simulated waits are cut short in time for their answers to go out. */
async function closeHttp(app: FastifyInstance, cutWaits: () => void): Promise<void> {
  const timers = [
    setTimeout(cutWaits, CUT_WAITS_AFTER_MS),
    setTimeout(() => app.server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS),
  ];
  await app.close();
  cutWaits();
  for (const timer of timers) clearTimeout(timer);
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
