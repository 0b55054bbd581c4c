import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DemoAccounts } from './accounts/index.ts';
import { type Config, ConfigError } from './config.ts';
import {
  createAcquirers,
  createSimulator,
  createSimulatorStorage,
  LIVE_CONNECTORS,
  parseFaults,
  registerSimulatorRoutes,
  type Simulator,
} from './gateway/acquirers/index.ts';
import { type CardData, createCardData, registerPublicKeyRoute } from './gateway/card-data/index.ts';
import { merchantOf, requireApiPair, requireCheckoutPair } from './gateway/credentials.ts';
import {
  authenticationUrls,
  createAuthenticationStore,
  createSchedule,
  registerBuyerPages,
  registerTransactionRoutes,
} from './gateway/transactions/index.ts';
import { createOperationalInterface, type OperationalInterface } from './operational-interface.ts';
import {
  boundedLabel,
  createHttp,
  createInstance,
  createJobRunner,
  createLog,
  createMetrics,
  finishRoutes,
  type Instance,
  isLoopback,
  type Log,
  localTime,
  type Metrics,
  type Refusal,
  registerOperatorRoutes,
  registerReference,
  Secret,
  uuidMaker,
} from './platform/index.ts';
import { API_INTRODUCTION, DEMO_CREDENTIALS, SECURITY_SCHEMES } from './reference-texts.ts';
import { openRooms, type Rooms } from './rooms.ts';

/** The service must be gone 10 s after it was asked to stop (decisions 1). */
const CUT_WAITS_AFTER_MS = 5_000;
const CUT_CONNECTIONS_AFTER_MS = 8_000;
/** In the sandbox a sale may name any provider; each new label would stay in memory. */
const MAX_PROVIDER_LABELS = 20;
const TOKEN_BYTES = 32;
/** Without time scale, and at the least: below, a busy machine would be taken for a dead one. */
const DEAD_AFTER_MS = { usual: 8_000, least: 2_000 };
const GATEWAY_PATH = /^\/+v[12](?:\/|$)/i;

export interface Service {
  /** `http://host:port` as it listens. */
  readonly address: string;
  readonly publicUrl: string;
  /** The demo accounts, if this start made them. */
  readonly demo: DemoAccounts | undefined;
  /** Finishes what is in flight, then closes everything, in reverse order of building. */
  close(): Promise<void>;
}

/** Builds every room in order and listens. Throws ConfigError for what only the database can tell is wrong. */
export async function startService(config: Config, log: Log = createLog()): Promise<Service> {
  const metrics = createMetrics();
  let listeningPort = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${listeningPort}`;
  const rooms = await openRooms(config, {
    publicUrl,
    onBatch: metrics.committedBatch,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  let instance: Instance | undefined;
  try {
    const simulator = config.mode === 'sandbox' ? buildSimulator(config, rooms, log, publicUrl) : undefined;
    const cardData = createCardData({
      database: rooms.database,
      vault: rooms.vault,
      clock: rooms.clock,
      limits: { enabled: config.mode === 'production' },
      onError: (error) => log.error({ err: error }, 'card data'),
    });
    const operational = createOperationalInterface({ config, rooms, publicUrl });
    instance = await createInstance({
      database: rooms.database,
      dataDir: config.dataDir,
      deadAfterMs: deadAfterMs(config),
    });
    const { id: holder, leave } = instance;
    const app = await buildHttp({
      config,
      rooms,
      metrics,
      log,
      cardData,
      simulator,
      publicUrl,
      operational,
      holder,
    });
    const jobs = createJobRunner({
      database: rooms.database,
      holder: instance,
      jobs: [...instance.jobs, ...cardData.jobs, ...operational.jobs],
      onError: (job, error) => log.error({ job, err: error }, 'job failed'),
    });
    await app.listen({ host: config.host, port: config.port });
    listeningPort = portOf(app);
    jobs.start();
    return {
      address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listeningPort}`,
      publicUrl: publicUrl(),
      demo: rooms.demo,
      close: async () => {
        await closeHttp(app, () => simulator?.close());
        await jobs.stop();
        await leave();
        await cardData.close();
        await rooms.close();
      },
    };
  } catch (error) {
    await instance?.leave();
    await rooms.close();
    throw error;
  }
}

/** The sandbox's time scale makes hand-overs after a crash faster too. */
function deadAfterMs({ simulator: { timeScale } }: Config): number {
  return Math.max(DEAD_AFTER_MS.usual / Math.max(timeScale, 1), DEAD_AFTER_MS.least);
}

function buildSimulator(config: Config, rooms: Rooms, log: Log, publicUrl: () => string): Simulator {
  const faults = parseFaults(config.simulator.faults);
  if (typeof faults === 'string') throw new ConfigError('GUICHE_SIM_FAULTS', faults);
  return createSimulator({
    clock: rooms.clock,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { ref: false, signal }),
    timeScale: config.simulator.timeScale,
    faults,
    storage: createSimulatorStorage(rooms.database),
    random: Math.random,
    onStorageError: (error) => log.error({ err: error }, 'simulator book'),
    publicUrl,
  });
}

async function buildHttp(parts: {
  config: Config;
  rooms: Rooms;
  metrics: Metrics;
  log: Log;
  cardData: CardData;
  simulator: Simulator | undefined;
  publicUrl(): string;
  operational: OperationalInterface;
  holder: string;
}): Promise<FastifyInstance> {
  const { config, rooms, metrics, log, cardData, simulator } = parts;
  const production = config.mode === 'production';
  const app = createHttp({
    log,
    trustedProxies: config.trustedProxies,
    errorBody,
    onAnswer: metrics.answered,
  });
  registerReference(app, {
    title: 'Guichê',
    version: '1',
    introduction: API_INTRODUCTION[config.mode],
    securitySchemes: SECURITY_SCHEMES,
    publicUrl: parts.publicUrl,
    demoCredentials: production ? undefined : DEMO_CREDENTIALS,
  });
  registerOperatorRoutes(app, {
    metrics,
    metricsToken: config.metricsToken,
    ready: () => rooms.database.ping(),
    live: rooms.database.working,
  });

  app.decorateRequest('merchant', null);
  const merchantId = (request: Parameters<typeof merchantOf>[0]) => merchantOf(request).personId;
  registerPublicKeyRoute(app, {
    cardData,
    requireCheckoutPair: requireCheckoutPair(rooms.accounts),
    merchantId,
  });
  const outcomes = metrics.counter('guiche_acquirer_outcomes_total', 'Outcomes of authorizations', [
    'provider',
    'outcome',
  ]);
  const providerLabel = boundedLabel(MAX_PROVIDER_LABELS);
  const sales = {
    store: rooms.transactions,
    acquirers: createAcquirers({
      accounts: rooms.merchantAccounts,
      live: LIVE_CONNECTORS,
      simulator: simulator && ((provider) => simulator.connector(provider)),
    }),
    clock: rooms.clock,
    authenticationUrls: (token: string) => authenticationUrls(parts.publicUrl(), token),
    schedule: createSchedule(config.simulator.timeScale),
    onOutcome: (provider: string, outcome: string) =>
      outcomes.inc({ provider: providerLabel(provider), outcome }),
    onConnectorError: (provider: string, error: unknown) =>
      log.error({ provider, err: error }, 'connector failed'),
  };
  registerTransactionRoutes(app, {
    ...sales,
    cardData,
    production,
    newId: uuidMaker(rooms.clock.now),
    newReference: rooms.newReference,
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    holder: parts.holder,
    onOutcomeNotStored: (error) => log.error({ err: error }, 'an outcome could not be stored: status 10'),
    time: localTime(config.timeZone),
    requireApiPair: requireApiPair(rooms.accounts),
    merchantId,
  });
  await registerBuyerPages(app, {
    ...sales,
    authentications: createAuthenticationStore({ database: rooms.database, history: rooms.history }),
    timeScale: config.simulator.timeScale,
    shopName: async (id) => {
      const person = await rooms.accounts.findPerson(id);
      return person?.tradeName ?? person?.name;
    },
  });
  if (simulator) {
    await registerSimulatorRoutes(app, {
      simulator,
      publicUrl: parts.publicUrl,
      mayControl: async (request) => isLoopback(request) || (await holdsOperatorKey(rooms, request.query)),
    });
  }
  await parts.operational.register(app);
  finishRoutes(app);
  return app;
}

async function holdsOperatorKey(rooms: Rooms, query: unknown): Promise<boolean> {
  const { key } = query as { key?: unknown };
  if (typeof key !== 'string') return false;
  return (await rooms.accounts.verifyKey(new Secret(key)))?.role === 'operator';
}

/** The gateway's error body under /v1 and /v2, `{"message"}` everywhere else (decisions 2). */
function errorBody(path: string, refusal: Refusal, requestId: string): object {
  if (!GATEWAY_PATH.test(path)) return { message: refusal.message };
  const { code, message, field } = refusal;
  return { error: { code, message, ...(field === undefined ? {} : { field }), requestId } };
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
