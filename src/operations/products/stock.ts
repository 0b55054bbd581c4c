import { type Kysely, sql } from 'kysely';
import type { ProductTables } from './tables.ts';

/** How much of a product that counts its stock; quantities in ten-thousandths. */
export interface StockedItem {
  readonly productId: number;
  readonly quantity: number;
}

type Tables = Kysely<ProductTables>;

/**
 * Sets stock aside for a sale that is not paid yet: what is in stock less what is set aside never goes below zero,
 * however many do this at once. Gives the id of the first product of which there is not enough.
 */
export async function reserveStock(
  tables: Tables,
  items: readonly StockedItem[],
): Promise<number | undefined> {
  for (const { productId, quantity } of inOneOrder(items)) {
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

/** The sale was paid: what was set aside leaves the stock, which an edit may have made smaller meanwhile. */
export async function takeReservedStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of inOneOrder(items)) {
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

/** The sale ended without money. */
export async function releaseStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of inOneOrder(items)) {
    await tables
      .updateTable('products')
      .set((row) => ({ reserved: row('reserved', '-', quantity) }))
      .where('id', '=', productId)
      .execute();
  }
}

/** The sale was paid and its money given back. */
export async function returnStock(tables: Tables, items: readonly StockedItem[]): Promise<void> {
  for (const { productId, quantity } of inOneOrder(items)) {
    await tables
      .updateTable('products')
      .set({ quantity: sql<number>`coalesce(quantity, 0) + ${quantity}` })
      .where('id', '=', productId)
      .execute();
  }
}

/** One entry for each product, and all sales in the same order: two that share products never wait for each other. */
function inOneOrder(items: readonly StockedItem[]): readonly StockedItem[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((one, other) => one.productId - other.productId);
}
