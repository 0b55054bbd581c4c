import { type Kysely, type Selectable, sql } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import { type Fiscal, PRODUCT_STATUSES, type Product } from './product.ts';
import type { ProductRow, ProductTables } from './tables.ts';

type Tables = Kysely<ProductTables>;

export async function insertProduct(tables: Tables, product: Product): Promise<void> {
  await tables.insertInto('products').values(toRow(product)).execute();
}

/** `quantitySent` false: the current quantity stays, because sales may have changed it meanwhile. */
export async function updateProduct(
  tables: Tables,
  product: Product,
  { quantitySent }: { readonly quantitySent: boolean },
): Promise<void> {
  const { id, quantity, ...row } = toRow(product);
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
  return row && fromRow(row);
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
  return rows.map(fromRow);
}

export async function findDefaultProduct(tables: Tables, personId: number): Promise<Product> {
  const row = await tables
    .selectFrom('products')
    .selectAll()
    .where('person_id', '=', personId)
    .where(sql.ref('is_default'), '=', sql.lit(1))
    .executeTakeFirstOrThrow();
  return fromRow(row);
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
  if (page.status) query = query.where('status', '=', statusNumber.get(page.status) ?? 0);
  const rows = await query.orderBy('id').limit(page.limit).execute();
  return rows.map(fromRow);
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
  return rows.map(fromRow);
}

const statusNumber = new Map(PRODUCT_STATUSES.map(({ status, id }) => [status, id] as const));
const statusOf = new Map<number, Product['status']>(PRODUCT_STATUSES.map(({ status, id }) => [id, status]));

function toRow(product: Product): Omit<Selectable<ProductRow>, 'reserved'> {
  return {
    id: product.id,
    person_id: product.personId,
    is_default: product.isDefault ? 1 : 0,
    name: product.name,
    description: product.description ?? null,
    reference: product.reference ?? null,
    ean: product.ean ?? null,
    price: product.price ?? null,
    quantity: product.quantity ?? null,
    stock_controlled: product.stockControlled ? 1 : 0,
    type: product.type,
    service: product.service ? 1 : 0,
    status: statusNumber.get(product.status) ?? 0,
    category_id: product.categoryId ?? null,
    photo_id: product.photoId ?? null,
    fiscal: JSON.stringify(product.fiscal),
  };
}

function fromRow(row: Selectable<ProductRow>): Product {
  return {
    id: row.id,
    personId: row.person_id,
    isDefault: row.is_default === 1,
    name: row.name,
    description: row.description ?? undefined,
    reference: row.reference ?? undefined,
    ean: row.ean ?? undefined,
    price: row.price ?? undefined,
    quantity: row.quantity ?? undefined,
    stockControlled: row.stock_controlled === 1,
    type: row.type,
    service: row.service === 1,
    status: statusOf.get(row.status) ?? 'active',
    categoryId: row.category_id ?? undefined,
    photoId: row.photo_id ?? undefined,
    fiscal: JSON.parse(row.fiscal) as Fiscal,
  };
}
