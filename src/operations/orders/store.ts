import type { Kysely } from 'kysely';
import type { OrderMethod, SalesOrder } from './order.ts';
import { ORDER_METHODS, ORDERS, type OrderTables } from './tables.ts';

type Tables = Kysely<OrderTables>;

export async function findOrders(
  tables: Tables,
  personId: number,
  ids: readonly number[],
): Promise<readonly SalesOrder[]> {
  if (ids.length === 0) return [];
  const rows = await tables
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .where('person_id', '=', personId)
    .execute();
  return rows.map(ORDERS.fromRow);
}

/** The order as it is now, which nobody else changes until the commit. */
export async function lockOrder(tables: Tables, id: number): Promise<SalesOrder | undefined> {
  const row = await tables
    .updateTable('orders')
    .set((order) => ({ status: order.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && ORDERS.fromRow(row);
}

/** The order must be locked. */
export async function updateOrder(tables: Tables, order: SalesOrder): Promise<void> {
  const { id, ...row } = ORDERS.toRow(order);
  await tables.updateTable('orders').set(row).where('id', '=', id).execute();
}

export async function selectOrderMethods(
  tables: Tables,
  orderIds: readonly number[],
): Promise<readonly OrderMethod[]> {
  if (orderIds.length === 0) return [];
  const rows = await tables
    .selectFrom('order_methods')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
  return rows.map(ORDER_METHODS.fromRow);
}
