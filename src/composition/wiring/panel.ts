import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { countEndingWindows } from '../../gateway/kinds/card/index.ts';
import { payersOfPix } from '../../gateway/kinds/pix/index.ts';
import { createHealthStore } from '../../gateway/providers/index.ts';
import { createSendReceipt, createTellPeople, registerPanel } from '../../panel/index.ts';
import { uuidMaker } from '../../platform/ids.ts';
import { localTime } from '../../platform/time/clock.ts';
import { storedHealth } from '../observability/stored-health.ts';
import type { Room, RoomParts } from '../room.ts';
import { buildLiveBanks, buildLivePixAcquirers } from './acquirers.ts';
import type { OperationalInterface } from './operational-interface.ts';
import type { PaymentGateway } from './payments/payment-rooms.ts';

const FRONT_END_FOLDER = join(import.meta.dirname, '..', '..', '..', 'web', 'panel', 'dist');

/** Builds the panel on the rooms of both halves. */
export function createPanel(
  { config, rooms, instance, log, publicUrl }: RoomParts,
  operational: OperationalInterface,
  gateway: Pick<PaymentGateway, 'acquirers' | 'payments' | 'postbacks' | 'links' | 'storedCards'>,
): Room {
  const time = localTime(config.timeZone);
  const { database, vault, clock, mails } = rooms;
  const mailing = { enabled: config.mail !== undefined, database, queue: mails, clock, time };
  const people = createTellPeople({ ...mailing, vault });
  const sendReceipt = createSendReceipt(mailing);
  return {
    jobs: [],
    close: () => undefined,
    register: (app) =>
      registerPanel(app, {
        accounts: rooms.accounts,
        clock: rooms.clock,
        time,
        people,
        sendReceipt,
        mails,
        onError: (error) => log.error({ err: error }, 'panel'),
        sales: rooms.sales,
        payersOf: (transactionIds) => payersOfPix(database, transactionIds),
        money: rooms.money,
        slipsByDueDate: rooms.slipsByDueDate,
        disputes: rooms.disputes,
        bankStatements: rooms.bankStatements,
        tillSales: rooms.tillSales,
        payments: gateway.payments,
        acquirers: gateway.acquirers,
        accountHealth: createHealthStore(database),
        banks: buildLiveBanks({ config, rooms }),
        pixAcquirers: buildLivePixAcquirers({ config, rooms }),
        noticeAddresses: rooms.noticeAddresses,
        acquirerNotices: rooms.acquirerNotices,
        pixAccounts: rooms.pixAccounts,
        links: gateway.links,
        newLinkId: uuidMaker(rooms.clock.now),
        merchantAccounts: rooms.merchantAccounts,
        routing: rooms.routing,
        transactions: rooms.transactions,
        history: rooms.history,
        keptHistory: { days: config.keptDays.history, archived: config.archive },
        cases: rooms.cases,
        capturesEnding: (merchantId) => countEndingWindows(database, merchantId),
        latePayments: rooms.latePayments,
        stuckSales: rooms.stuckSales,
        postbacks: rooms.postbacks,
        delivery: gateway.postbacks,
        cardsByReference: gateway.storedCards.tokenizations.idsByReference,
        health: {
          instanceId: instance.id,
          instances: instance.list,
          ...storedHealth(rooms, config.dataDir),
          postbacks: gateway.postbacks.backlog,
        },
        mode: config.mode,
        timeZone: config.timeZone,
        version: manifest.version,
        docs: config.docs,
        catalogue: operational.catalogue,
        photos: operational.photos,
        paymentClients: rooms.paymentClients,
        sellerSales: operational.sellerSales,
        sellerOrders: operational.sellerOrders,
        sellerShifts: operational.sellerShifts,
        sellerTillChoices: operational.sellerTillChoices,
        sellerRecurrences: operational.sellerRecurrences,
        sellerCards: operational.sellerCards,
        paymentMethods: rooms.paymentMethods,
        technicalPasswords: rooms.technicalPasswords,
        checkDocuments: config.checkDocuments,
        photoUrl: (photoId) => `${publicUrl()}/photos/${photoId}`,
        publicUrl,
        frontEndFolder: FRONT_END_FOLDER,
      }),
  };
}
