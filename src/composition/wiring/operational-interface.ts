import { randomBytes, randomInt } from 'node:crypto';
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
  createPhotos,
  createSellerCards,
  createSellerOrders,
  createSellerRecurrences,
  createSellerSales,
  createSettleNow,
  createWorkSignals,
  createWriteLimiter,
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
  saleJobs,
  settleEntryCharge,
  settleSaleCharge,
  simulatedPaymentClient,
} from '../../operations/index.ts';
import { loginOperations, registerPasswordPage, sessionOperations } from '../../operations/login/index.ts';
import { personOperations } from '../../operations/persons/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { Room, RoomParts } from '../room.ts';
import { gatewayCardForms } from './card-forms.ts';
import { gatewayCharges } from './gateway-charges.ts';
import type { PaymentGateway } from './payment-gateway.ts';

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
  readonly sellerRecurrences: SellerRecurrences;
  readonly sellerCards: SellerCards;
}

/** Builds the rooms of the operational interface on those that they share with the command line. */
export function createOperationalInterface(
  { config, rooms, log, publicUrl }: RoomParts,
  { ownPayments: payments, storedCards }: Pick<PaymentGateway, 'ownPayments' | 'storedCards'>,
): OperationalInterface {
  const { accounts, database, clock, paymentMethods } = rooms;
  const time = localTime(config.timeZone);
  const photos = createPhotos({
    database,
    dataDir: config.dataDir,
    publicUrl,
    clock,
    keptDays: config.keptDays.photos,
    randomBytes,
    onDecoderError: (error) => log.warn({ err: error }, 'a picture could not be decoded'),
  });
  const catalogue = createCatalogue({ database, photos });
  const signals = createWorkSignals();
  const callbacks = createCallbacks({ write: rooms.postbackOutbox.writeCallbacks });
  const work: ClientWorkOptions = {
    database,
    clock,
    callbacks,
    changed: ({ id }) => signals.wake(changeOf(id)),
    printStarted: ({ id }) => signals.wake(printOf(id)),
  };
  const cardForms = gatewayCardForms(storedCards);
  const saleRooms: SaleRooms = {
    cardForms,
    accounts,
    database,
    clock,
    photos,
    paymentMethods,
    times: { local: time },
    waits: SALE_WAITS,
    randomInt: (limit) => randomInt(limit),
    gateway: gatewayCharges(payments, (id) => `${publicUrl()}/v1/payment/${payments.tokenOf({ id })}`),
    callbacks,
    signals,
    answeredSales: createAnsweredSales(database, clock),
    production: config.mode === 'production',
    technicalPasswords: rooms.technicalPasswords,
  };
  const settle = {
    sale: (charge: Charge) => settleSaleCharge(saleRooms, charge),
    entry: (charge: Charge) => settleEntryCharge(saleRooms, charge),
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
    sellerSales: createSellerSales(saleRooms),
    sellerOrders: createSellerOrders({ database, clock }),
    sellerRecurrences: createSellerRecurrences({ database, clock, cardForms }),
    sellerCards: createSellerCards({ database, clock, cardForms }),
    close: photos.close,
    register: async (app) => {
      const limitWrites = createWriteLimiter();
      registerOperations(app, { accounts, clock, time, exposesCardNumber: holdsCardNumber, limitWrites }, [
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
        accounts,
        signals,
        exposesCardNumber: holdsCardNumber,
        limitWrites,
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
    },
  };
}

function holdsCardNumber(text: string): boolean {
  return exposesCardNumber(text);
}
