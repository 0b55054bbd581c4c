import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { contains } from '../../platform/lists/contains.ts';
import { findProducts, type Product, type ProductTables } from '../products/index.ts';
import type { OrderItem, OrderMethod, OrderStatus, SalesOrder } from './order.ts';
import { selectOrderItems, selectOrderMethods } from './store.ts';
import { ORDERS, type OrderTables } from './tables.ts';

/** Filter of orders; undefined fields filter nothing. */
export interface OrdersQuery {
  /** At least one. */
  readonly personIds: readonly number[];
  readonly ids: readonly number[] | undefined;
  readonly statuses: readonly OrderStatus[] | undefined;
  readonly reference: string | undefined;
  /** What a reference contains, whatever the case of its letters. */
  readonly referencePart?: string | undefined;
  /** Milliseconds since 1970: made at or after, and before. */
  readonly from: number | undefined;
  readonly until: number | undefined;
  /** Only orders whose total differs from the sum of their products. */
  readonly differsFromItems: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** An order with all that is shown of it. */
export interface OrderDetails {
  readonly id: number;
  readonly order: SalesOrder;
  readonly items: readonly OrderItem[];
  readonly methods: readonly OrderMethod[];
  /** Of the items, by id. */
  readonly products: ReadonlyMap<number, Product>;
}

/** Newest first; `beforeId`: below this id. */
export async function selectOrders(
  tables: Kysely<OrderTables>,
  query: OrdersQuery,
  beforeId?: number,
): Promise<readonly SalesOrder[]> {
  let select = tables.selectFrom('orders').selectAll().where('person_id', 'in', query.personIds);
  if (query.ids) select = select.where('id', 'in', query.ids);
  if (query.statuses) select = select.where('status', 'in', query.statuses);
  if (query.reference !== undefined) select = select.where('reference', '=', query.reference);
  if (query.referencePart !== undefined) select = select.where(contains('reference', query.referencePart));
  if (query.from !== undefined) select = select.where('created_at', '>=', query.from);
  if (query.until !== undefined) select = select.where('created_at', '<', query.until);
  if (query.differsFromItems) select = select.whereRef('items_total', '<>', 'total');
  if (beforeId !== undefined) select = select.where('id', '<', beforeId);
  const rows = await select.orderBy('id', 'desc').offset(query.offset).limit(query.limit).execute();
  return rows.map(ORDERS.fromRow);
}

/**
 * All that is shown of these orders of one or more persons. The number of queries does not depend on the number of
 * orders.
 */
export async function readOrderDetails(
  database: Pick<Database, 'read'>,
  orders: readonly SalesOrder[],
): Promise<readonly OrderDetails[]> {
  const ids = orders.map(({ id }) => id);
  const tables = database.read<OrderTables>();
  const items = Map.groupBy(await selectOrderItems(tables, ids), ({ orderId }) => orderId);
  const methods = Map.groupBy(await selectOrderMethods(tables, ids), ({ orderId }) => orderId);
  const products = new Map<number, Product>();
  for (const [personId, own] of Map.groupBy(orders, (order) => order.personId)) {
    const wanted = own.flatMap(({ id }) => (items.get(id) ?? []).map(({ productId }) => productId));
    const found = await findProducts(database.read<ProductTables>(), personId, [...new Set(wanted)]);
    for (const product of found) products.set(product.id, product);
  }
  return orders.map((order) => ({
    id: order.id,
    order,
    items: items.get(order.id) ?? [],
    methods: methods.get(order.id) ?? [],
    products,
  }));
}
