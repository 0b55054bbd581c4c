import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { DemoAccounts } from '../accounts/demo.ts';
import type { PasswordCost } from '../accounts/logins/index.ts';
import type { GenerateKeyPair } from '../gateway/card-data/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createHttp, finishRoutes } from '../platform/http/index.ts';
import { createInstance } from '../platform/instances/index.ts';
import { createLog, type Log } from '../platform/logs.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Refusal } from '../platform/refusal.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { createKnownAges } from '../platform/time/known-ages.ts';
import { loadTracing, traceCommits, traceRequests } from '../platform/tracing/index.ts';
import type { WorkerProcess } from '../platform/worker-processes/index.ts';
import { closedWithin, closeRooms } from './closing.ts';
import type { Config } from './config/config.ts';
import { leaveServedAddress } from './config/served-address.ts';
import { interfaceOf } from './interfaces.ts';
import { watchClock } from './observability/clock-watch.ts';
import { createDatabaseWatch, type DatabaseWatch, withoutOutages } from './observability/database-watch.ts';
import { createDiskWatch } from './observability/disk-watch.ts';
import { METRICS } from './observability/metric-catalogue.ts';
import { createRegistrationWatch } from './observability/registration-watch.ts';
import { measureService } from './observability/service-metrics.ts';
import type { Room, RoomParts } from './room.ts';
import { openRooms, type Rooms } from './rooms.ts';
import { createOperationalInterface } from './wiring/operational-interface.ts';
import { createOperatorPaths } from './wiring/operator-paths.ts';
import { createPanel } from './wiring/panel.ts';
import { createPaymentGateway } from './wiring/payment-gateway.ts';
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

interface ServiceOptions {
  readonly log?: Log;
  readonly clock?: Clock;
  readonly passwordCost?: PasswordCost;
  readonly deadAfterMs?: number;
  readonly generateKeyPair?: GenerateKeyPair;
  readonly limitsTries?: boolean | undefined;
  /** Set in one of several processes that share the port. */
  readonly worker?: Pick<WorkerProcess, 'runsLeasedJobs' | 'metricsOfAll'> | undefined;
}

/** Builds every room in order and listens. Throws ConfigError for what only the database can tell is wrong. */
export async function startService(
  config: Config,
  {
    log = createLog(undefined, config.logLevel),
    clock,
    passwordCost,
    deadAfterMs = deadAfterMsOf(config),
    generateKeyPair,
    limitsTries = config.mode === 'production',
    worker,
  }: ServiceOptions = {},
): Promise<Service> {
  const metrics = createMetrics(worker?.metricsOfAll);
  let lines: Log = log;
  let database: Database | undefined;
  const passwordChecks = metrics.counter(METRICS.passwordChecks);
  const disk = createDiskWatch({ probe: async () => database?.hasRoom() ?? false });
  const watch = createDatabaseWatch({
    log: {
      warn: (fields, text) => lines.warn(fields, text),
      error: (fields, text) => lines.error(fields, text),
    },
    metrics,
    ping: async () => database?.ping() ?? false,
    onDiskFull: () => disk.full(),
  });
  let listeningPort = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${listeningPort}`;
  const instanceId = Promise.withResolvers<string>();
  /** What is open, closed in reverse, when the service stops and when a step of its start fails. */
  const opened = new AsyncDisposableStack();
  const tracing =
    config.traces &&
    (await loadTracing(config.traces, { version: manifest.version, instanceId: instanceId.promise, log }));
  opened.defer(async () => tracing?.close());
  try {
    const rooms = await openRooms(config, {
      publicUrl,
      ...(clock ? { clock } : {}),
      ...(tracing ? { watchDatabase: (database) => traceCommits(database, tracing) } : {}),
      ...(passwordCost ? { passwordCost } : {}),
      onBatch: metrics.committedBatch,
      onError: watch.connectionLost,
      onMigrationWait: (holder) => log.warn({ holder }, 'the start waits for whoever migrates the database'),
      // Written at once, where lines of information wait for the event loop, which an upgrade may hold.
      onUpgrade: () =>
        log.warn('the database is of an older version and is upgraded now: do not end this start'),
      onPasswordCheck: (result) => passwordChecks.inc({ result }),
      onRegistration: createRegistrationWatch({ metrics, log, clock: systemClock }),
    });
    opened.defer(() => rooms.close());
    database = rooms.database;
    const built: Room[] = [];
    opened.defer(() => closeRooms(built));
    const clockWatch = watchClock({
      rooms,
      metrics,
      log: {
        warn: (fields, text) => lines.warn(fields, text),
        error: (fields, text) => lines.error(fields, text),
      },
    });
    const instance = await createInstance({
      database: rooms.database,
      dataDir: config.dataDir,
      version: manifest.version,
      deadAfterMs,
      onBeat: clockWatch.follow,
    });
    opened.defer(instance.leave);
    opened.defer(() => watch.close());
    instanceId.resolve(instance.id);
    lines = log.child({ instance: instance.id });
    const ownKeys = generateKeyPair && { generateKeyPair };
    const roomLog = withoutOutages(lines, watch);
    const parts: RoomParts = {
      config,
      rooms,
      metrics,
      log: roomLog,
      instance,
      ages: createKnownAges(clock?.now),
      tracing,
      publicUrl,
      limitsTries,
      ...ownKeys,
    };
    measureService(parts);
    built.push(createOperatorPaths(parts, disk));
    const gateway = createPaymentGateway(parts, {
      pictureOf: (link) => operational.pictureOfProduct(link),
      settleCharge: (chargeId) => operational.settleCharge(chargeId),
    });
    built.push(gateway);
    const operational = createOperationalInterface(parts, gateway);
    built.push(operational);
    built.push(createPanel(parts, operational, gateway));
    const jobs = jobsOf(parts, built, { clockWatch, runsLeasedJobs: worker?.runsLeasedJobs ?? true });
    opened.defer(() => jobs.stop());
    const app = await buildHttp(parts, built, { log: lines, isOutage: watch.isOutage });
    opened.defer(() => closeHttp(app, gateway.cutWaits));
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
      demo: rooms.demo,
      rooms,
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    watch.close();
    await closedWithin(CLOSE_FAILED_START_WITHIN_MS, opened);
    throw error;
  }
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
