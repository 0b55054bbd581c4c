import { createAskPace, type PaymentLink, type PaymentLinkStore } from '../../../gateway/checkout/index.ts';
import { createSlips } from '../../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import type { Postbacks } from '../../../gateway/postbacks/index.ts';
import { type Acquirers, type BankNotice, readPixNotice } from '../../../gateway/providers/index.ts';
import type { StoredCards } from '../../../gateway/stored-cards/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { measureAcquirers } from '../../observability/acquirer-metrics.ts';
import { measurePix } from '../../observability/pix-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';
import { createPostbackDelivery } from '../postback-delivery.ts';
import { salesParts } from '../sales-parts.ts';
import { settlingPayments } from '../settling-payments.ts';
import { buildSimulatedBank, buildSimulator, simulatorRoom } from '../simulator.ts';
import { accountHealthRoom } from './account-health-room.ts';
import { acquirerNoticesRoom } from './acquirer-notices-room.ts';
import { bankNoticesRoom } from './bank-notices-room.ts';
import { cardDataRoom, openCardData } from './card-data-room.ts';
import { checkoutRoom } from './checkout-room.ts';
import { disputesRoom } from './disputes-room.ts';
import { moneyRoom } from './money-room.ts';
import { openPayments } from './payments.ts';
import { buildPix } from './pix.ts';
import { pixPageRoom, testPayerAt } from './pix-page-room.ts';
import { recoveryRoom } from './recovery-room.ts';
import { watchReturns } from './slip-returns.ts';
import { openStoredCards } from './stored-cards.ts';
import { transactionsRoom } from './transactions-room.ts';

/** What the rest of the service needs of the gateway. */
export interface PaymentGateway {
  readonly payments: Payments;
  /** The same for the back office, which settles its own sales: `payments` settles them before it returns. */
  readonly ownPayments: Payments;
  /** Cards that merchants keep; `payments.charge` charges them. */
  readonly storedCards: StoredCards;
  readonly acquirers: Acquirers;
  readonly links: PaymentLinkStore;
  readonly postbacks: Pick<Postbacks, 'wake' | 'test' | 'backlog'>;
  readonly rooms: readonly Room[];
  /** Calls to acquirers end as unknown and simulated waits answer at once, so that a stop does not wait for them. */
  cutWaits(): void;
}

/** Builds the rooms of the gateway on those that they share with the command line. */
export function openPaymentRooms(
  parts: RoomParts,
  shop: {
    /** Address of the picture of the product that a link sells. */
    pictureOf(link: PaymentLink): Promise<string | undefined>;
    /** Brings the sale of the back office in line with its charge. */
    settleCharge(chargeId: number): Promise<void>;
  },
): PaymentGateway {
  const isSandbox = parts.config.mode === 'sandbox';
  const simulator = isSandbox ? buildSimulator(parts) : undefined;
  const bank = isSandbox ? buildSimulatedBank(parts, (notice) => noticed(notice)) : undefined;
  const measured = measureAcquirers(parts.metrics);
  const ending = new AbortController();
  const sales = salesParts(parts, { simulator, bank }, measured, ending.signal);
  const postbacks = createPostbackDelivery(parts);
  const cardData = openCardData(parts);
  const storedCards = openStoredCards(parts, sales, measured);
  const measuredPix = measurePix(parts.metrics, parts.rooms);
  const pix = buildPix(parts, sales, measuredPix);
  const slips = createSlips({
    ...sales,
    ...parts.rooms.pixCodes,
    cases: parts.rooms.cases,
    slips: parts.rooms.slips,
    time: localTime(parts.config.timeZone),
  });
  const noticed = async ({ accountId, body }: BankNotice): Promise<boolean> => {
    await pix.noticed({
      accountId: Number(accountId),
      references: readPixNotice(body).flatMap(({ reference }) => reference ?? []),
    });
    return true;
  };
  const {
    payments: ownPayments,
    idempotency,
    jobs,
  } = openPayments(parts, {
    sales,
    pix,
    slips,
    cardData,
    storedCards,
  });
  const payments = settlingPayments(ownPayments, shop.settleCharge);
  const testPayer = bank && testPayerAt(bank);
  const askPace = createAskPace();
  const checkout = checkoutRoom(parts, {
    ...shop,
    payments,
    storedCards,
    hashKey: idempotency.hash,
    pix,
    slips,
    testPayer,
    askPace,
  });
  return {
    payments,
    ownPayments,
    storedCards,
    acquirers: sales.acquirers,
    links: checkout.links,
    postbacks,
    rooms: [
      accountHealthRoom(parts, sales.health),
      cardDataRoom(parts, cardData),
      transactionsRoom(parts, {
        payments,
        postbacks,
        jobs: [...jobs, pix.job, pix.receivedJob, ...watchReturns(parts)],
      }),
      checkout,
      pixPageRoom(parts, { ...shop, pix, slips, testPayer, askPace, payments }),
      bankNoticesRoom(parts, pix, slips, measuredPix),
      acquirerNoticesRoom(parts, sales),
      recoveryRoom(parts, sales, payments),
      moneyRoom(parts),
      disputesRoom(parts, payments),
      ...(simulator && bank ? [simulatorRoom(parts, { simulator, bank })] : []),
    ],
    cutWaits: () => {
      ending.abort();
      simulator?.close();
      bank?.close();
    },
  };
}
