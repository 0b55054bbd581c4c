import { type Job, sweepJob } from '../../platform/index.ts';
import type { Operation } from '../interface/operation.ts';
import { paymentQueries } from './payment-routes.ts';
import { saleQueries } from './query-routes.ts';
import type { SaleRooms } from './rooms.ts';
import { saleOperations } from './routes.ts';
import { deleteRequestKeys } from './store.ts';
import type { SaleTables } from './tables.ts';

export { SALE_WAITS } from './sell.ts';
export { saleMigrations } from './tables.ts';

/** Sales, what is asked about them, and the payments that they are made of. */
export function allSaleOperations(rooms: SaleRooms): readonly Operation[] {
  return [...saleOperations(rooms), ...saleQueries(rooms), ...paymentQueries(rooms)];
}

/** As the gateway keeps its own. */
const REQUEST_KEYS_KEPT_MS = 7 * 24 * 60 * 60_000;

/** Idempotency-Keys whose time is over. */
export function saleJobs({ database, clock }: Pick<SaleRooms, 'database' | 'clock'>): readonly Job[] {
  return [
    sweepJob('sale request keys', (limit) =>
      database.write((transaction) =>
        deleteRequestKeys(transaction.tables<SaleTables>(), clock.now() - REQUEST_KEYS_KEPT_MS, limit),
      ),
    ),
  ];
}
