import { type Kysely, sql } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import type { Product } from './product.ts';
import { numberOfStatus, type ProductTables, productOf, rowOfProduct } from './tables.ts';

type Tables = Kysely<ProductTables>;

export async function insertProduct(tables: Tables, product: Product): Promise<void> {
  await tables.insertInto('products').values(rowOfProduct(product)).execute();
}

/** `quantitySent` false: the current quantity stays, because sales may have changed it meanwhile. */
export async function updateProduct(
  tables: Tables,
  product: Product,
  { quantitySent }: { readonly quantitySent: boolean },
): Promise<void> {
  const { id, quantity, ...row } = rowOfProduct(product);
  await tables
    .updateTable('products')
    .set(quantitySent ? { ...row, quantity } : row)
    .where('id', '=', id)
    .execute();
}

export async function findProduct(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Product | undefined> {
  const row = await tables
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && productOf(row);
}

/** The person's products with these ids. */
export async function findProducts(
  tables: Tables,
  personId: number,
  ids: readonly number[],
): Promise<readonly Product[]> {
  if (ids.length === 0) return [];
  const rows = await tables
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('person_id', '=', personId)
    .execute();
  return rows.map(productOf);
}

export async function findDefaultProduct(tables: Tables, personId: number): Promise<Product> {
  const row = await tables
    .selectFrom('products')
    .selectAll()
    .where('person_id', '=', personId)
    .where(sql.ref('is_default'), '=', sql.lit(1))
    .executeTakeFirstOrThrow();
  return productOf(row);
}

/** In the order of the ids. */
export async function selectProducts(
  tables: Tables,
  personId: number,
  page: ListPage & { /** Undefined: any. */ readonly status?: Product['status'] | undefined },
): Promise<readonly Product[]> {
  let query = tables
    .selectFrom('products')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '>', page.afterId);
  if (page.status) query = query.where('status', '=', numberOfStatus(page.status));
  const rows = await query.orderBy('id').limit(page.limit).execute();
  return rows.map(productOf);
}

/** Newest first. */
export async function selectNewestProducts(
  tables: Tables,
  personId: number,
  { beforeId, limit }: PageBelow,
): Promise<readonly Product[]> {
  let query = tables.selectFrom('products').selectAll().where('person_id', '=', personId);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(productOf);
}
