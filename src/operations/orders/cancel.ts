import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { ORDER_STATUS, type SalesOrder } from './order.ts';
import { refuseOrder } from './refusals.ts';
import { lockOrder, updateOrder } from './store.ts';
import type { OrderTables } from './tables.ts';

/** Cancels an order without credited or open sales. Idempotent. Refusals: not_found, order_in_use. */
export async function cancelOrder(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  request: { readonly personId: number; readonly orderId: number },
  written: Written<SalesOrder>,
): Promise<SalesOrder> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<OrderTables>();
    const order = await lockOrder(tables, request.orderId);
    if (order?.personId !== request.personId) throw operationRefuse('not_found');
    if (order.paid + order.inPayment > 0) throw refuseOrder('order_in_use');
    const canceled = { ...order, status: ORDER_STATUS.canceled, updatedAt: clock.now() };
    if (order.status !== ORDER_STATUS.canceled) await updateOrder(tables, canceled);
    await written(transaction, canceled);
    return canceled;
  });
}
