import {
  createPaymentLinkStore,
  forgetLinkKeys,
  type PaymentLink,
  type PaymentLinkStore,
  registerHostedPages,
  registerLinkPages,
  registerPaymentLinkRoutes,
  registerSaveCardPages,
  registerTokenizationRoutes,
  type TestPayer,
} from '../../../gateway/checkout/index.ts';
import type { Pix } from '../../../gateway/kinds/pix/index.ts';
import type { Slips } from '../../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import type { StoredCards } from '../../../gateway/stored-cards/index.ts';
import { uuidMaker } from '../../../platform/ids.ts';
import type { Room, RoomParts } from '../../room.ts';
import { hostedPages } from '../hosted-pages.ts';
import { merchantApi } from './merchant-api.ts';
import type { IdempotencyKeys } from './payments.ts';

interface CheckoutRoom extends Room {
  readonly links: PaymentLinkStore;
}

/** What buyers pay with, and leave their cards on: hosted pages, card forms, payment links. */
export function checkoutRoom(
  parts: RoomParts,
  {
    payments,
    storedCards,
    hashKey,
    pix,
    slips,
    testPayer,
    askPace,
    ...shop
  }: {
    readonly payments: Payments;
    readonly storedCards: StoredCards;
    readonly hashKey: IdempotencyKeys['hash'];
    readonly pix: Pix;
    readonly slips: Slips;
    readonly testPayer: TestPayer | undefined;
    /** Shared by all pages that ask how a Pix stands. */
    askPace(): number;
    pictureOf(link: PaymentLink): Promise<string | undefined>;
    settleCharge(chargeId: number): Promise<void>;
  },
): CheckoutRoom {
  const { rooms, publicUrl } = parts;
  const links = createPaymentLinkStore(rooms.database, hashKey);
  const api = merchantApi(parts, payments);
  const hosted = {
    ...hostedPages(parts, payments, api.time),
    settleCharge: shop.settleCharge,
    pix,
    slips,
    testPayer,
    askPace,
  };
  return {
    links,
    jobs: [...storedCards.jobs, ...hosted.limits.jobs, forgetLinkKeys(rooms.database, rooms.clock)],
    register: async (app) => {
      await registerHostedPages(app, hosted);
      await registerSaveCardPages(app, { ...hosted, storedCards });
      registerTokenizationRoutes(app, {
        ...api,
        storedCards,
        shopPages: rooms.accounts.checkoutIds,
        hashKey,
      });
      await registerLinkPages(app, { ...hosted, links, publicUrl, pictureOf: shop.pictureOf });
      registerPaymentLinkRoutes(app, { ...api, links, newId: uuidMaker(rooms.clock.now), publicUrl });
    },
    close: () => undefined,
  };
}
