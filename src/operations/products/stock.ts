import { type Kysely, sql } from 'kysely';
import type { ProductTables } from './tables.ts';

/** A quantity of a product with stock control; in ten-thousandths. */
export interface StockedItem {
  readonly productId: number;
  readonly quantity: number;
}

type Tables = Kysely<ProductTables>;

/**
 * Reserves stock for a sale that is not paid yet: stock minus reservations never goes below zero, even with concurrent
 * sales. Returns the id of the first product with too little stock.
 */
export async function reserveStock(
  tables: Tables,
  items: readonly StockedItem[],
): Promise<number | undefined> {
  for (const { productId, quantity } of sortedItems(items)) {
    const { numUpdatedRows } = await tables
      .updateTable('products')
      .set((row) => ({ reserved: row('reserved', '+', quantity) }))
      .where('id', '=', productId)
      .where(sql<number>`coalesce(quantity, 0) - reserved`, '>=', quantity)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return productId;
  }
  return undefined;
}

/** The sale was paid: the reserved quantity leaves the stock, which an edit may have reduced meanwhile. */
export async function takeReservedStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of sortedItems(items)) {
    await tables
      .updateTable('products')
      .set({
        quantity: sql<number>`case when quantity > ${quantity} then quantity - ${quantity} else 0 end`,
        reserved: sql<number>`reserved - ${quantity}`,
      })
      .where('id', '=', productId)
      .execute();
  }
}

/** The sale ended unpaid: its reservation is released. */
export async function releaseStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of sortedItems(items)) {
    await tables
      .updateTable('products')
      .set((row) => ({ reserved: row('reserved', '-', quantity) }))
      .where('id', '=', productId)
      .execute();
  }
}

/** The sale was paid and refunded: its quantity returns to the stock. */
export async function returnStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of sortedItems(items)) {
    await tables
      .updateTable('products')
      .set({ quantity: sql<number>`coalesce(quantity, 0) + ${quantity}` })
      .where('id', '=', productId)
      .execute();
  }
}

/** One entry per product, in the same order for all sales, so that two sales with the same products never deadlock. */
function sortedItems(items: readonly StockedItem[]): readonly StockedItem[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((one, other) => one.productId - other.productId);
}
