import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exposesCardNumber } from '../../gateway/card-data/index.ts';
import {
  allSaleOperations,
  type Catalogue,
  type Charge,
  type ClientWorkOptions,
  callbackOperations,
  catalogueOperations,
  changeOf,
  chargeJobs,
  clientCardOperations,
  createAnsweredSales,
  createCallbacks,
  createCatalogue,
  createEntriesToTell,
  createPhotos,
  createSellerCards,
  createSellerOrders,
  createSellerRecurrences,
  createSellerSales,
  createSellerShifts,
  createSellerTillChoices,
  createSettleNow,
  createWorkSignals,
  createWriteLimiter,
  type EntriesToTell,
  type Photos,
  paymentClientOperations,
  printExpiry,
  printingOperations,
  printOf,
  recurrenceOperations,
  registerOperations,
  registerPairingRoutes,
  registerPaymentClientRoutes,
  registerPhotoRoutes,
  SALE_WAITS,
  type SaleRooms,
  type SellerCards,
  type SellerOrders,
  type SellerRecurrences,
  type SellerSales,
  type SellerShifts,
  type SellerTillChoices,
  saleJobs,
  settleEntryCharge,
  settleSaleCharge,
  simulatedPaymentClient,
  type WriteLimiter,
  writesInTurn,
} from '../../operations/index.ts';
import { loginOperations, registerPasswordPage, sessionOperations } from '../../operations/login/index.ts';
import { personOperations } from '../../operations/persons/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { Room, RoomParts } from '../room.ts';
import { gatewayCardForms } from './card-forms.ts';
import { gatewayCharges } from './gateway-charges.ts';
import { tellingClients } from './mails/charge-reminders.ts';
import { hostedPageOf } from './payments/merchant-api.ts';
import type { PaymentGateway } from './payments/payment-rooms.ts';

export interface OperationalInterface extends Room {
  /** Brings the owner of a charge in line with it, before who changed it is answered. */
  readonly settleCharge: (chargeId: number) => Promise<void>;
  readonly catalogue: Catalogue;
  readonly photos: Photos;
  /** Address of the picture of a product; undefined without one. */
  pictureOfProduct(which: {
    readonly merchantId: number;
    readonly productId: number | undefined;
  }): Promise<string | undefined>;
  readonly sellerSales: SellerSales;
  readonly sellerOrders: SellerOrders;
  readonly sellerShifts: SellerShifts;
  readonly sellerTillChoices: SellerTillChoices;
  readonly sellerRecurrences: SellerRecurrences;
  readonly sellerCards: SellerCards;
  readonly entriesToTell: EntriesToTell;
}

/** Builds the rooms of the operational interface on those that they share with the command line. */
export function createOperationalInterface(
  parts: RoomParts,
  gateway: Pick<PaymentGateway, 'ownPayments' | 'storedCards'>,
): OperationalInterface {
  const { config, rooms, log } = parts;
  const { accounts, database, clock } = rooms;
  const photos = openPhotos(parts);
  const limitWrites = createWriteLimiter();
  const inTurn = writesInTurn(database, limitWrites);
  const catalogue = createCatalogue({ database: inTurn, photos });
  const signals = createWorkSignals();
  const callbacks = createCallbacks({ write: rooms.postbackOutbox.writeCallbacks });
  const work: ClientWorkOptions = {
    database,
    clock,
    callbacks,
    changed: ({ id }) => signals.wake(changeOf(id)),
    printStarted: ({ id }) => signals.wake(printOf(id)),
  };
  const saleRooms = saleRoomsOf(parts, gateway, { photos, signals, callbacks });
  const { cardForms } = saleRooms;
  const told = config.mail ? tellingClients(callbacks, rooms.mails) : callbacks;
  const settle = {
    sale: (charge: Charge) => settleSaleCharge(saleRooms, charge),
    entry: (charge: Charge) => settleEntryCharge({ ...saleRooms, callbacks: told }, charge),
  };
  const charges = chargeJobs({
    database,
    clock,
    settle,
    onError: (chargeId, error) => log.error({ chargeId, err: error }, 'a charge could not be settled'),
  });
  const simulated = config.simulator.pinpad ? [simulatedPaymentClient(work)] : [];
  return {
    jobs: [...accounts.jobs, ...photos.jobs, ...saleJobs(work), printExpiry(work), ...charges, ...simulated],
    settleCharge: createSettleNow({ database, settle }),
    catalogue,
    photos,
    pictureOfProduct: async ({ merchantId, productId }) => {
      if (productId === undefined) return undefined;
      const product = await catalogue.findProduct(merchantId, productId);
      return product?.photoId === undefined ? undefined : `/photos/thumbnails/${product.photoId}`;
    },
    sellerSales: createSellerSales({ ...saleRooms, database: inTurn }),
    sellerOrders: createSellerOrders({ ...saleRooms, database: inTurn }),
    sellerShifts: createSellerShifts({ database: inTurn, clock }),
    sellerTillChoices: createSellerTillChoices(inTurn),
    sellerRecurrences: createSellerRecurrences({
      database: inTurn,
      clock,
      cardForms,
      time: localTime(config.timeZone),
    }),
    entriesToTell: createEntriesToTell({ database, cardForms }),
    sellerCards: createSellerCards({ database: inTurn, clock, cardForms }),
    close: photos.close,
    register: (app) => registerBackOffice(app, parts, { photos, saleRooms, work, limitWrites }),
  };
}

function openPhotos({ config, rooms: { database, clock }, log, publicUrl }: RoomParts): Photos {
  return createPhotos({
    database,
    dataDir: config.dataDir,
    publicUrl,
    clock,
    keptDays: config.keptDays.photos,
    randomBytes,
    onDecoderError: (error) => log.warn({ err: error }, 'a picture could not be decoded'),
  });
}

function saleRoomsOf(
  { config, rooms, publicUrl }: RoomParts,
  { ownPayments: payments, storedCards }: Pick<PaymentGateway, 'ownPayments' | 'storedCards'>,
  shared: Pick<SaleRooms, 'photos' | 'signals' | 'callbacks'>,
): SaleRooms {
  const { accounts, database, clock, paymentMethods } = rooms;
  return {
    ...shared,
    cardForms: gatewayCardForms(storedCards),
    accounts,
    database,
    clock,
    paymentMethods,
    times: { local: localTime(config.timeZone) },
    waits: SALE_WAITS,
    randomInt: (limit) => randomInt(limit),
    gateway: gatewayCharges(payments, hostedPageOf({ publicUrl }, payments)),
    answeredSales: createAnsweredSales(database, clock),
    production: config.mode === 'production',
    technicalPasswords: rooms.technicalPasswords,
  };
}

async function registerBackOffice(
  app: FastifyInstance,
  { config, rooms }: RoomParts,
  {
    photos,
    saleRooms,
    work,
    limitWrites,
  }: {
    readonly photos: Photos;
    readonly saleRooms: SaleRooms;
    readonly work: ClientWorkOptions;
    readonly limitWrites: WriteLimiter;
  },
): Promise<void> {
  const { accounts, database, clock, paymentMethods } = rooms;
  const { cardForms, signals } = saleRooms;
  const time = saleRooms.times.local;
  const interfaceOptions = { accounts, exposesCardNumber: holdsCardNumber, limitWrites };
  registerOperations(app, { ...interfaceOptions, clock, time }, [
    ...loginOperations({ accounts, database, photos }),
    ...sessionOperations({ accounts, database, photos }),
    ...personOperations({ accounts, photos }),
    ...catalogueOperations({
      accounts,
      database,
      photos,
      paymentMethods,
      checkDocuments: config.checkDocuments,
      clock,
      time,
    }),
    ...clientCardOperations({ database, clock, accounts, time, cardForms }),
    ...recurrenceOperations({ ...saleRooms, time }),
    ...allSaleOperations(saleRooms),
    ...callbackOperations(saleRooms),
    ...paymentClientOperations({ database, clock, randomBytes }),
    ...printingOperations(saleRooms),
  ]);
  registerPaymentClientRoutes(app, {
    ...work,
    ...interfaceOptions,
    signals,
    gateway: saleRooms.gateway,
  });
  registerPairingRoutes(app, {
    database,
    clock,
    accounts,
    signals,
    codeKey: rooms.vault.deriveKey('pairing-code'),
    randomBytes,
    randomInt: (limit) => randomInt(limit),
  });
  registerPhotoRoutes(app, { photos, accounts });
  await registerPasswordPage(app, { accounts, clock });
}

function holdsCardNumber(text: string): boolean {
  return exposesCardNumber(text);
}
