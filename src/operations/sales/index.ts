import { type Job, sweepJob } from '../../platform/jobs/index.ts';
import type { Operation } from '../interface/operation.ts';
import { deleteKeyed } from '../interface/request-keys.ts';
import { orderOperations } from '../orders/index.ts';
import { salesOfOrders } from './of-orders.ts';
import { paymentQueries } from './payment-routes.ts';
import { saleQueries } from './query-routes.ts';
import type { SaleRooms } from './rooms.ts';
import { saleOperations } from './routes.ts';
import { deleteRequestKeys, deleteUnanswered } from './store.ts';
import type { SaleTables } from './tables.ts';
import { expireWork, type WorkOptions } from './work.ts';
import { findOverdueWork } from './work-store.ts';

export type { ClientSaid } from './client-result.ts';
export {
  CLIENT_SILENT_MS,
  type ExternalPayment,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type PaymentResult,
  type PaymentType,
  paymentResultOf,
  UNSETTLED,
} from './external-payment.ts';
export { ensureTillDays } from './fill-till-days.ts';
export { finishWork } from './finish-work.ts';
export { flowOfSale } from './flow.ts';
export { createHeldRequests } from './held-requests.ts';
export { readStatuses, type SaleDetails, type SalesQuery } from './read.ts';
export type { SaleRooms } from './rooms.ts';
export { INSTALLMENT_KIND, isAwaitingPayment, SALE_STATUS, type SaleStatus, saleStatusName } from './sale.ts';
export type { StatusFigures } from './sale-figures.ts';
export type { TillSalePlace } from './select-till-sales.ts';
export { SALE_WAITS, type SaleToCreate } from './sell.ts';
export { createSellerSales, type SellerSales } from './seller-sales.ts';
export { settleSaleCharge } from './settle-charge.ts';
export { selectPayments } from './store.ts';
export {
  createStuckSales,
  type StuckCause,
  type StuckSales,
  settledStatuses,
  stuckCase,
  stuckCause,
  stuckSince,
} from './stuck.ts';
export type { StuckSale } from './stuck-store.ts';
export { type SaleEvent, type SaleTables, saleMigrations } from './tables.ts';
export type { TillDay } from './till-days.ts';
export type { TillSaleFilter } from './till-sale-filter.ts';
export {
  createTillSalesReader,
  type ListedTillSale,
  type TillSalesPage,
  type TillSalesReader,
} from './till-sales-reader.ts';
export { createAnsweredSales } from './unanswered.ts';
export { takeWork, type WorkOptions } from './work.ts';
export { changeOf, createWorkSignals, type WorkSignals, workOf } from './work-signals.ts';
export {
  findNewWorkTerminals,
  findNextWork,
  findSaleValue,
  findTerminalsWithWork,
  recordHeartbeat,
  selectOpenWork,
} from './work-store.ts';

/** Operations of sales, of their queries and payments, and of the orders that they pay. */
export function allSaleOperations(rooms: SaleRooms): readonly Operation[] {
  const orders = { ...rooms, time: rooms.times.local, sales: salesOfOrders(rooms) };
  return [
    ...saleOperations(rooms),
    ...saleQueries(rooms),
    ...paymentQueries(rooms),
    ...orderOperations(orders),
  ];
}

/** The same time as the gateway keeps its own. */
const REQUEST_KEYS_KEPT_MS = 7 * 24 * 60 * 60_000;
const UNANSWERED_KEPT_MS = 24 * 60 * 60_000;
const EXPIRY_EVERY_MS = 1_000;
const EXPIRED_AT_ONCE = 200;

/** Expires payments that no payment client took in time, and deletes expired Idempotency-Keys. */
export function saleJobs(options: WorkOptions): readonly Job[] {
  const { database, clock } = options;
  return [
    {
      name: 'sales that nobody took',
      everyMs: EXPIRY_EVERY_MS,
      where: 'leased',
      run: async (signal) => {
        const overdue = await findOverdueWork(database.read<SaleTables>(), clock.now(), EXPIRED_AT_ONCE);
        for (const id of overdue) {
          if (signal.aborted) return;
          await expireWork(options, id);
        }
      },
    },
    sweepJob(
      'sale request keys',
      (limit) =>
        database.write((transaction) =>
          deleteRequestKeys(transaction.tables<SaleTables>(), clock.now() - REQUEST_KEYS_KEPT_MS, limit),
        ),
      (limit) =>
        database.write((transaction) => deleteKeyed(transaction, clock.now() - REQUEST_KEYS_KEPT_MS, limit)),
      (limit) =>
        database.write((transaction) =>
          deleteUnanswered(transaction.tables<SaleTables>(), clock.now() - UNANSWERED_KEPT_MS, limit),
        ),
    ),
  ];
}
