import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { formatDocument } from '../accounts/index.ts';
import {
  type Acquirers,
  createAcquirers,
  createLiveConnectors,
  createSimulator,
  createSimulatorStorage,
  parseFaults,
  registerSimulatorRoutes,
  type Simulator,
} from '../gateway/acquirers/index.ts';
import { registerBrowserLibrary } from '../gateway/browser-library/index.ts';
import {
  createCardData,
  registerBrowserKeyRoute,
  registerPublicKeyRoute,
} from '../gateway/card-data/index.ts';
import {
  createPaymentLinkStore,
  createTryLimits,
  registerHostedPages,
  registerIntentionRoutes,
  registerLinkPages,
  registerPaymentLinkRoutes,
} from '../gateway/checkout/index.ts';
import { merchantOf, requireApiPair, requireCheckoutPair } from '../gateway/credentials.ts';
import type { Postbacks } from '../gateway/postbacks/index.ts';
import {
  authenticationSweep,
  authenticationUrls,
  createAuthenticationStore,
  createIdempotency,
  createIntentionStore,
  createIntentionTokens,
  createPayments,
  createRecoverySchedule,
  fillSearchColumns,
  intentionExpiry,
  type Payments,
  recoveryJob,
  registerBuyerPages,
  registerTransactionRoutes,
  resolveAuthentication,
} from '../gateway/transactions/index.ts';
import { boundedLabel, isLoopback, localTime, Secret, uuidMaker } from '../platform/index.ts';
import { ConfigError } from './config.ts';
import { createPostbackDelivery } from './postback-delivery.ts';
import type { Room, RoomParts } from './room.ts';
import type { Rooms } from './rooms.ts';

/** In the sandbox a sale may name any provider; each new label would stay in memory. */
const MAX_PROVIDER_LABELS = 20;
const TOKEN_BYTES = 32;
const BROWSER_LIBRARY = join(import.meta.dirname, '..', '..', 'packages', 'checkout', 'dist');

export interface PaymentGateway extends Room {
  readonly payments: Payments;
  readonly acquirers: Acquirers;
  readonly postbacks: Pick<Postbacks, 'wake' | 'test'>;
  /** Simulated waits answer at once, so that a stop does not wait for them. */
  cutWaits(): void;
}

/** Builds the rooms of the gateway on those that they share with the command line. */
export function createPaymentGateway(parts: RoomParts): PaymentGateway {
  const { config, rooms, log, instance } = parts;
  const { clock, database, accounts } = rooms;
  const simulator = config.mode === 'sandbox' ? buildSimulator(parts) : undefined;
  const cardData = createCardData({
    database,
    vault: rooms.vault,
    clock,
    limits: { enabled: config.mode === 'production' },
    onError: (error) => log.error({ err: error }, 'card data'),
  });
  const sales = salesParts(parts, simulator);
  const postbacks = createPostbackDelivery(parts);
  measureRecovery(parts);
  const authentications = createAuthenticationStore({ database, history: rooms.history });
  const idempotency = createIdempotency({
    database,
    transactions: rooms.transactions,
    vault: rooms.vault,
    clock,
    holder: instance.id,
    isAlive: instance.isAlive,
  });
  const intentions = createIntentionStore(database);
  const payments = createPayments({
    ...sales,
    intentions,
    tokens: createIntentionTokens(rooms.vault.deriveKey('intention')),
    cardData,
    once: idempotency.once,
    history: rooms.history,
    defaultsOf: accounts.saleDefaults,
    production: config.mode === 'production',
    newId: uuidMaker(clock.now),
    newReference: rooms.newReference,
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    holder: instance.id,
    createFence: instance.createFence,
    onOutcomeNotStored: (error) => log.error({ err: error }, 'an outcome could not be stored: status 10'),
  });
  const recovery = recoveryJob({
    ...sales,
    cases: rooms.cases,
    authentications,
    resolveAuthentication: (transaction, attempt, origin) =>
      resolveAuthentication(sales, transaction, attempt, origin),
    lateApproval: async (merchantId) => (await accounts.findPerson(merchantId))?.lateApproval ?? 'accept',
    findDeadInstances: instance.findDeadInstances,
    onNeedsAttention: (found) => log.error(found, 'a transaction needs attention'),
    onStepFailed: (subject, error) => log.error({ subject, err: error }, 'recovery failed'),
  });

  return {
    payments,
    acquirers: sales.acquirers,
    postbacks,
    jobs: [
      ...cardData.jobs,
      ...idempotency.jobs,
      fillSearchColumns(database),
      authenticationSweep(authentications, clock),
      intentionExpiry({ ...sales, intentions }),
      recovery,
      ...postbacks.jobs,
    ],
    register: async (app) => {
      app.decorateRequest('merchant', null);
      app.addHook('onResponse', (request, _reply, done) => {
        postbacks.answered(request.id);
        done();
      });
      const pageUrl = (id: string) => `${parts.publicUrl()}/v1/payment/${payments.tokenOf({ id })}`;
      const heldTries = parts.metrics.counter(
        'guiche_checkout_held_tries_total',
        'Tries on hosted pages held back as card testing',
        ['limit'],
      );
      const merchantId = (request: Parameters<typeof merchantOf>[0]) => merchantOf(request).personId;
      registerPublicKeyRoute(app, {
        cardData,
        requireCheckoutPair: requireCheckoutPair(accounts),
        merchantId,
      });
      registerBrowserKeyRoute(app, {
        cardData,
        admit: async (checkoutId, { headers: { origin }, clientAddress: address }) =>
          (await accounts.checkoutIds.admit(checkoutId, { origin, address })).personId,
      });
      registerBrowserLibrary(app, BROWSER_LIBRARY);
      registerTransactionRoutes(app, {
        payments,
        production: config.mode === 'production',
        time: localTime(config.timeZone),
        requireApiPair: requireApiPair(accounts),
        merchantId,
      });
      registerIntentionRoutes(app, {
        payments,
        production: config.mode === 'production',
        time: localTime(config.timeZone),
        clock,
        requireApiPair: requireApiPair(accounts),
        merchantId,
        pageUrl,
      });
      const hosted = {
        payments,
        limits: createTryLimits(clock),
        clock,
        time: localTime(config.timeZone),
        sandbox: config.mode === 'sandbox',
        checkDocuments: config.checkDocuments,
        shopOf: async (id: number) => {
          const person = await accounts.findPerson(id);
          return {
            name: person?.tradeName ?? person?.name ?? '',
            // A person's CPF is not for everybody who has the link.
            document: person?.legalPerson ? formatDocument(person.document) : undefined,
            photoUrl: person?.photoId === undefined ? undefined : `/photos/thumbnails/${person.photoId}`,
          };
        },
        onHeld: (limit: string) => heldTries.inc({ limit }),
      };
      const links = createPaymentLinkStore(database);
      await registerHostedPages(app, hosted);
      await registerLinkPages(app, { ...hosted, links, publicUrl: parts.publicUrl });
      registerPaymentLinkRoutes(app, {
        links,
        production: config.mode === 'production',
        time: localTime(config.timeZone),
        clock,
        newId: uuidMaker(clock.now),
        requireApiPair: requireApiPair(accounts),
        publicUrl: parts.publicUrl,
        merchantId,
      });
      await registerBuyerPages(app, {
        ...sales,
        authentications,
        hostedPage: pageUrl,
        time: localTime(config.timeZone),
        shopOf: (id) => shopOf(parts, id),
      });
      if (simulator) await registerControl(app, parts, simulator);
    },
    cutWaits: () => simulator?.close(),
    close: async () => {
      await postbacks.close();
      await cardData.close();
    },
  };
}

/** The shop as buyers know it. */
async function shopOf({ rooms: { accounts }, publicUrl }: RoomParts, id: number) {
  const person = await accounts.findPerson(id);
  if (!person) return undefined;
  const { colour, siteUrl } = await accounts.shopSettings(id);
  const pictureUrl = person.photoId && `${publicUrl()}/photos/thumbnails/${person.photoId}`;
  return { name: person.tradeName ?? person.name, pictureUrl, colour, siteUrl };
}

function measureRecovery({ metrics, rooms: { cases, clock } }: RoomParts): void {
  metrics.gauge('guiche_recovery_open', 'Outcomes being found out or taken back', async () => {
    return (await cases.counts()).open;
  });
  metrics.gauge(
    'guiche_recovery_needs_attention',
    'Transactions that only the operator can end',
    async () => {
      return (await cases.counts()).manual;
    },
  );
  metrics.gauge('guiche_recovery_overdue_seconds', 'How late the most overdue case is', async () => {
    const { oldestDueAt } = await cases.counts();
    return oldestDueAt === undefined ? 0 : Math.max(0, (clock.now() - oldestDueAt) / 1_000);
  });
}

function salesParts(parts: RoomParts, simulator: Simulator | undefined) {
  const { config, rooms, metrics, log } = parts;
  const { clock } = rooms;
  const { timeScale } = config.simulator;
  const outcomes = metrics.counter('guiche_acquirer_outcomes_total', 'Outcomes of authorizations', [
    'provider',
    'outcome',
  ]);
  const movements = metrics.counter('guiche_acquirer_movements_total', 'Outcomes of captures and voids', [
    'provider',
    'movement',
    'outcome',
  ]);
  const providerLabel = boundedLabel(MAX_PROVIDER_LABELS);
  return {
    store: rooms.transactions,
    acquirers: createAcquirers({
      accounts: rooms.merchantAccounts,
      live: createLiveConnectors({ clock, production: config.mode === 'production', timeScale }),
      simulator: simulator && ((provider) => simulator.connector(provider)),
      onConnectorError: (provider, error) => log.error({ provider, err: error }, 'connector failed'),
    }),
    clock,
    timeScale,
    schedule: createRecoverySchedule(timeScale),
    authenticationUrls: (token: string) => authenticationUrls(parts.publicUrl(), token),
    onOutcome: (provider: string, outcome: string) =>
      outcomes.inc({ provider: providerLabel(provider), outcome }),
    onMovement: (provider: string, movement: string, outcome: string) =>
      movements.inc({ provider: providerLabel(provider), movement, outcome }),
  };
}

function buildSimulator({ config, rooms, log, publicUrl }: RoomParts): Simulator {
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

function registerControl(app: FastifyInstance, { rooms, publicUrl }: RoomParts, simulator: Simulator) {
  return registerSimulatorRoutes(app, {
    simulator,
    publicUrl,
    mayControl: async (request) => isLoopback(request) || (await holdsOperatorKey(rooms, request.query)),
  });
}

async function holdsOperatorKey(rooms: Rooms, query: unknown): Promise<boolean> {
  const { key } = query as { key?: unknown };
  if (typeof key !== 'string') return false;
  return (await rooms.accounts.verifyKey(new Secret(key)))?.role === 'operator';
}
