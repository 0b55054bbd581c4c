import type { Kysely } from 'kysely';
import type { OrderItem, OrderMethod, SalesOrder } from './order.ts';
import { ORDER_ITEMS, ORDER_METHODS, ORDERS, type OrderTables } from './tables.ts';

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

export async function insertOrder(tables: Tables, order: SalesOrder): Promise<void> {
  await tables.insertInto('orders').values(ORDERS.toRow(order)).execute();
}

/** The order must be new or locked. */
export async function replaceOrderParts(
  tables: Tables,
  orderId: number,
  { items, methods }: { readonly items: readonly OrderItem[]; readonly methods: readonly OrderMethod[] },
): Promise<void> {
  await tables.deleteFrom('order_items').where('order_id', '=', orderId).execute();
  await tables.deleteFrom('order_methods').where('order_id', '=', orderId).execute();
  await tables.insertInto('order_items').values(items.map(ORDER_ITEMS.toRow)).execute();
  if (methods.length === 0) return;
  await tables.insertInto('order_methods').values(methods.map(ORDER_METHODS.toRow)).execute();
}

/** In the order of the orders and of their positions. */
export async function selectOrderItems(
  tables: Tables,
  orderIds: readonly number[],
): Promise<readonly OrderItem[]> {
  if (orderIds.length === 0) return [];
  const rows = await tables
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
  return rows.map(ORDER_ITEMS.fromRow);
}

/** Reads and locks the order until the commit. */
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
