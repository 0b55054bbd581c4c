import { type Job, sweepJob } from '../../platform/jobs/index.ts';
import type { Operation } from '../interface/operation.ts';
import { deleteKeyed } from '../interface/request-keys.ts';
import { orderOperations } from '../orders/index.ts';
import { salesOfOrders } from './http/of-orders.ts';
import { paymentQueries } from './http/payment-routes.ts';
import { saleQueries } from './http/query-routes.ts';
import type { SaleRooms } from './http/rooms.ts';
import { saleOperations } from './http/routes.ts';
import { deleteRequestKeys, deleteUnanswered } from './record/store.ts';
import type { SaleTables } from './record/tables.ts';
import { expireWork, type WorkOptions } from './work/work.ts';
import { findOverdueWork } from './work/work-store.ts';

export { settleSaleCharge } from './charged/settle-charge.ts';
export type { SaleRooms } from './http/rooms.ts';
export { ensureTillDays } from './listing/fill-till-days.ts';
export { readStatuses, type SaleDetails, type SalesQuery } from './listing/read.ts';
export type { TillSalePlace } from './listing/select-till-sales.ts';
export type { TillSaleFilter } from './listing/till-sale-filter.ts';
export {
  createTillSalesReader,
  type ListedTillSale,
  type TillSalesPage,
  type TillSalesReader,
} from './listing/till-sales-reader.ts';
export {
  CLIENT_SILENT_MS,
  type ExternalPayment,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type PaymentResult,
  type PaymentType,
  paymentResultOf,
  SALE_WAITS,
  UNSETTLED,
} from './record/external-payment.ts';
export { flowOfSale } from './record/flow.ts';
export {
  INSTALLMENT_KIND,
  isAwaitingPayment,
  SALE_STATUS,
  type SaleStatus,
  saleStatusName,
} from './record/sale.ts';
export type { StatusFigures } from './record/sale-figures.ts';
export { selectPayments } from './record/store.ts';
export { type SaleEvent, type SaleTables, saleMigrations } from './record/tables.ts';
export type { TillDay } from './record/till-days.ts';
export { createSellerSales, type SellerSales } from './seller-sales.ts';
export type { SaleToCreate } from './selling/sell.ts';
export { createAnsweredSales } from './selling/unanswered.ts';
export type { ClientSaid } from './work/client-result.ts';
export { finishWork } from './work/finish-work.ts';
export { findPixAtTerminal, isPixAtTerminal } from './work/shown-pix.ts';
export {
  createStuckSales,
  type StuckCause,
  type StuckSales,
  settledStatuses,
  stuckCase,
  stuckCause,
  stuckSince,
} from './work/stuck.ts';
export type { StuckSale } from './work/stuck-store.ts';
export { WAITING_PAYMENTS } from './work/waiting.ts';
export { takeWork, type WorkOptions } from './work/work.ts';
export { changeOf, createWorkSignals, type WorkSignals, workOf } from './work/work-signals.ts';
export {
  findNewWorkTerminals,
  findNextWork,
  findSaleValue,
  findTerminalsWithWork,
  recordHeartbeat,
  selectOpenWork,
} from './work/work-store.ts';

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
