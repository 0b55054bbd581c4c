import {
  authenticatedBuyers,
  authenticationSweep,
  captureWindowJob,
  createAuthenticationStore,
  registerBuyerPages,
} from '../../../gateway/kinds/card/index.ts';
import { foundPix, isPixPayment } from '../../../gateway/kinds/pix/index.ts';
import { foundSlip, isSlipPayment } from '../../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import { recoveryJob } from '../../../gateway/transactions/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { measureRecovery } from '../../observability/recovery-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';
import { findShop } from '../shop.ts';
import { hostedPageOf, merchantApi } from './merchant-api.ts';

/** How payments end that were not answered at once: buyers come back from 3-D Secure, and unknown outcomes are asked for. */
export function recoveryRoom(parts: RoomParts, sales: SalesParts, payments: Payments): Room {
  const { config, rooms, log, instance } = parts;
  const { accounts } = rooms;
  measureRecovery(parts);
  const authentications = createAuthenticationStore({ database: rooms.database, history: rooms.history });
  const awaited = authenticatedBuyers({ ...sales, authentications });
  const recovery = recoveryJob({
    ...sales,
    acquirers: sales.routes,
    cases: rooms.cases,
    buyersOf: (payment) => (isPixPayment(payment) ? foundPix : isSlipPayment(payment) ? foundSlip : awaited),
    lateApproval: async (merchantId) => (await accounts.findPerson(merchantId))?.lateApproval ?? 'accept',
    findDeadInstances: instance.findDeadInstances,
    onNeedsAttention: (found) => log.error(found, 'a transaction needs attention'),
    onStepFailed: (subject, error) => log.error({ subject, err: error }, 'recovery failed'),
  });
  const windows = captureWindowJob({
    database: rooms.database,
    clock: rooms.clock,
    time: localTime(config.timeZone),
    timeScale: config.simulator.timeScale,
    store: rooms.transactions,
    optionsOf: payments.optionsOf,
    onError: (error) => log.error({ err: error }, 'a capture window could not be looked at'),
  });
  return {
    jobs: [authenticationSweep(authentications, rooms.clock), recovery, windows],
    register: (app) =>
      registerBuyerPages(app, {
        ...sales,
        authentications,
        hostedPage: hostedPageOf(parts, payments),
        time: merchantApi(parts, payments).time,
        sandbox: config.mode === 'sandbox',
        shopOf: (id) => findShop(parts, id),
      }),
    close: () => undefined,
  };
}
