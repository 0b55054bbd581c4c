import { join } from 'node:path';
import { registerBrowserLibrary } from '../../gateway/browser-library/index.ts';
import {
  createCardData,
  registerBrowserKeyRoute,
  registerPublicKeyRoute,
} from '../../gateway/card-data/index.ts';
import {
  createPaymentLinkStore,
  type PaymentLink,
  type PaymentLinkStore,
  registerHostedPages,
  registerIntentionRoutes,
  registerLinkPages,
  registerPaymentLinkRoutes,
  registerSaveCardPages,
  registerTokenizationRoutes,
  writeTokenization,
} from '../../gateway/checkout/index.ts';
import { merchantOf, requireApiPair, requireCheckoutPair } from '../../gateway/credentials.ts';
import { registerTransactionRoutes } from '../../gateway/http/index.ts';
import { createIntentionTokens, intentionExpiry } from '../../gateway/intentions/index.ts';
import {
  authenticatedBuyers,
  authenticationSweep,
  createAuthenticationStore,
  registerBuyerPages,
  saleStandOf,
} from '../../gateway/kinds/card/index.ts';
import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import { createPayments, type Payments } from '../../gateway/payments/index.ts';
import type { Postbacks } from '../../gateway/postbacks/index.ts';
import type { Acquirers } from '../../gateway/providers/index.ts';
import { createStoredCards, type StoredCards } from '../../gateway/stored-cards/index.ts';
import {
  createIdempotency,
  createIntentionStore,
  createUnstoredOutcomes,
  fillSearchColumns,
  reclaimRoom,
  recoveryJob,
} from '../../gateway/transactions/index.ts';
import { uuidMaker } from '../../platform/ids.ts';
import { localTime } from '../../platform/time/clock.ts';
import { measureAcquirers } from '../observability/acquirer-metrics.ts';
import { measureRecovery } from '../observability/recovery-metrics.ts';
import type { Room, RoomParts } from '../room.ts';
import { hostedPages } from './hosted-pages.ts';
import { createPostbackDelivery } from './postback-delivery.ts';
import { salesParts } from './sales-parts.ts';
import { settlingPayments } from './settling-payments.ts';
import { findShop } from './shop.ts';
import { buildSimulator, registerSimulator } from './simulator.ts';

const BROWSER_PACKAGE = join(import.meta.dirname, '..', '..', '..', 'packages', 'checkout');
const BROWSER_LIBRARY = {
  built: join(BROWSER_PACKAGE, 'dist'),
  published: join(BROWSER_PACKAGE, 'published'),
};

export interface PaymentGateway extends Room {
  readonly payments: Payments;
  /** The same for the back office, which settles its own sales: `payments` settles them before it returns. */
  readonly ownPayments: Payments;
  /** Cards that merchants keep; `payments.charge` charges them. */
  readonly storedCards: StoredCards;
  readonly acquirers: Acquirers;
  readonly links: PaymentLinkStore;
  readonly postbacks: Pick<Postbacks, 'wake' | 'test' | 'backlog'>;
  /** Calls to acquirers end as unknown and simulated waits answer at once, so that a stop does not wait for them. */
  cutWaits(): void;
}

/** Builds the rooms of the gateway on those that they share with the command line. */
export function createPaymentGateway(
  parts: RoomParts,
  shop: {
    /** Address of the picture of the product that a link sells. */
    pictureOf(link: PaymentLink): Promise<string | undefined>;
    /** Brings the sale of the back office in line with its charge. */
    settleCharge(chargeId: number): Promise<void>;
  },
): PaymentGateway {
  const { config, rooms, log, instance, ages } = parts;
  const { clock, database, accounts } = rooms;
  const time = localTime(config.timeZone);
  const simulator = config.mode === 'sandbox' ? buildSimulator(parts) : undefined;
  const cardData = createCardData({
    database,
    vault: rooms.vault,
    clock,
    limits: { enabled: config.mode === 'production' },
    onError: (error) => log.error({ err: error }, 'card data'),
    ...(parts.generateKeyPair && { generateKeyPair: parts.generateKeyPair }),
  });
  const measured = measureAcquirers(parts.metrics);
  const ending = new AbortController();
  const sales = salesParts(parts, simulator, measured, ending.signal);
  const postbacks = createPostbackDelivery(parts);
  measureRecovery(parts);
  const authentications = createAuthenticationStore({ database, history: rooms.history });
  const links = createPaymentLinkStore(database);
  const unstored = createUnstoredOutcomes();
  const idempotency = createIdempotency({
    unstored,
    database,
    transactions: rooms.transactions,
    vault: rooms.vault,
    clock,
    holder: instance.id,
    isAlive: instance.isAlive,
  });
  const storedCards = createStoredCards({
    database,
    vault: rooms.vault,
    clock,
    publicUrl: parts.publicUrl,
    notify: (write, { tokenization, card, postBackUrl: url }) =>
      rooms.postbackOutbox.writeCard(write, {
        tokenizationId: tokenization.id,
        version: tokenization.version,
        merchantId: tokenization.merchantId,
        url,
        record: writeTokenization({ tokenization, card }),
      }),
    acquirers: sales.acquirers,
    holder: instance.id,
    ages,
    timeScale: sales.timeScale,
    createFence: instance.createFence,
    newId: uuidMaker(clock.now),
    newReference: rooms.newReference,
    saleStand: async (transactionId, mask) =>
      saleStandOf(await rooms.transactions.findAny(transactionId), mask),
    onOutcome: measured.onStoredCard,
    onError: (error) => log.error({ err: error }, 'stored cards'),
    findDeadInstances: instance.findDeadInstances,
    onNeedsAttention: (found) => log.error(found, 'a stored card needs attention'),
  });
  const intentions = createIntentionStore(database);
  const ownPayments = createPayments({
    ...sales,
    intentions,
    storedCards,
    tokens: createIntentionTokens(rooms.vault.deriveKey('intention')),
    cardData,
    once: idempotency.once,
    history: rooms.history,
    defaultsOf: accounts.saleDefaults,
    production: config.mode === 'production',
    newId: uuidMaker(clock.now),
    newReference: rooms.newReference,
    holder: instance.id,
    createFence: instance.createFence,
    unstored,
    onOutcomeNotStored: (error) => log.error({ err: error }, 'an outcome could not be stored: status 10'),
  });
  const payments = settlingPayments(ownPayments, shop.settleCharge);
  const hosted = { ...hostedPages(parts, payments, time), settleCharge: shop.settleCharge };
  const awaited = authenticatedBuyers({ ...sales, authentications });
  const recovery = recoveryJob({
    ...sales,
    cases: rooms.cases,
    buyersOf: () => awaited,
    lateApproval: async (merchantId) => (await accounts.findPerson(merchantId))?.lateApproval ?? 'accept',
    findDeadInstances: instance.findDeadInstances,
    onNeedsAttention: (found) => log.error(found, 'a transaction needs attention'),
    onStepFailed: (subject, error) => log.error({ subject, err: error }, 'recovery failed'),
  });

  return {
    payments,
    ownPayments,
    storedCards,
    acquirers: sales.acquirers,
    links,
    postbacks,
    jobs: [
      ...cardData.jobs,
      ...idempotency.jobs,
      fillSearchColumns(database, PAYMENT_KINDS),
      reclaimRoom(database),
      authenticationSweep(authentications, clock),
      intentionExpiry({ ...sales, intentions }),
      recovery,
      ...storedCards.jobs,
      ...hosted.limits.jobs,
      ...postbacks.jobs,
    ],
    register: async (app) => {
      app.decorateRequest('merchant', null);
      app.addHook('onResponse', (request, _reply, done) => {
        postbacks.answered(request.id);
        done();
      });
      const pageUrl = (id: string) => `${parts.publicUrl()}/v1/payment/${payments.tokenOf({ id })}`;
      const merchantApi = {
        payments,
        clock,
        production: config.mode === 'production',
        time,
        requireApiPair: requireApiPair(accounts),
        merchantId: merchantIdOf,
      };
      registerPublicKeyRoute(app, {
        cardData,
        requireCheckoutPair: requireCheckoutPair(accounts),
        merchantId: merchantIdOf,
      });
      registerBrowserKeyRoute(app, {
        cardData,
        admit: async (checkoutId, { headers, clientAddress: address }) => {
          // The frame with the card's fields asks from the gateway's own origin; only pages of the shop can show it.
          const isOwnPage = headers['sec-fetch-site'] === 'same-origin';
          const page = { origin: headers.origin, isOwnPage, address };
          return (await accounts.checkoutIds.admit(checkoutId, page)).personId;
        },
      });
      await registerBrowserLibrary(app, {
        folders: BROWSER_LIBRARY,
        admit: (checkoutId, origin, { clientAddress: address }) =>
          accounts.checkoutIds.admit(checkoutId, { origin, isOwnPage: false, address }),
      });
      registerTransactionRoutes(app, { ...merchantApi, sales: rooms.sales });
      registerIntentionRoutes(app, { ...merchantApi, pageUrl });
      await registerHostedPages(app, hosted);
      await registerSaveCardPages(app, { ...hosted, storedCards });
      registerTokenizationRoutes(app, {
        ...merchantApi,
        storedCards,
        shopPages: accounts.checkoutIds,
        hashKey: idempotency.hash,
      });
      await registerLinkPages(app, {
        ...hosted,
        links,
        publicUrl: parts.publicUrl,
        pictureOf: shop.pictureOf,
      });
      registerPaymentLinkRoutes(app, {
        ...merchantApi,
        links,
        newId: uuidMaker(clock.now),
        publicUrl: parts.publicUrl,
      });
      await registerBuyerPages(app, {
        ...sales,
        authentications,
        hostedPage: pageUrl,
        time,
        sandbox: config.mode === 'sandbox',
        shopOf: (id) => findShop(parts, id),
      });
      if (simulator) await registerSimulator(app, parts, simulator);
    },
    cutWaits: () => {
      ending.abort();
      simulator?.close();
    },
    close: async () => {
      await postbacks.close();
      await cardData.close();
    },
  };
}

const merchantIdOf = (request: Parameters<typeof merchantOf>[0]) => merchantOf(request).personId;
