import type { WriteTransaction } from '../../platform/database/index.ts';
import { type BalanceChange, type OrderMethod, type SalesOrder, withBalance } from './order.ts';
import { lockOrder, selectOrderMethods, updateOrder } from './store.ts';
import type { OrderTables } from './tables.ts';

/**
 * Changes an order's balance in the commit of one of its sales; the order stays locked until then, so that two tills
 * together never take more than its total. `exceeded`: they would, or the order is canceled.
 */
export async function moveOrderBalance(
  transaction: WriteTransaction,
  orderId: number,
  change: BalanceChange,
  now: number,
): Promise<SalesOrder | 'exceeded'> {
  const tables = transaction.tables<OrderTables>();
  const order = await lockOrder(tables, orderId);
  const moved = order && withBalance(order, change, now);
  if (!moved) return 'exceeded';
  await updateOrder(tables, moved);
  return moved;
}

/** The terms on which an order may be paid by a method; undefined if it may not. */
export async function methodOfOrder(
  transaction: WriteTransaction,
  orderId: number,
  methodId: number,
): Promise<Pick<OrderMethod, 'maxInstallments'> | undefined> {
  const methods = await selectOrderMethods(transaction.tables<OrderTables>(), [orderId]);
  if (methods.length === 0) return { maxInstallments: Number.MAX_SAFE_INTEGER };
  return methods.find((method) => method.methodId === methodId);
}
