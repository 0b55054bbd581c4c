import { type Generated, type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import { PRODUCT_STATUSES, type Product, type ProductStatus } from './product.ts';

/** The status by its number, the fiscal fields as JSON. */
type StoredProduct = Omit<Product, 'isDefault' | 'stockControlled' | 'service' | 'status' | 'fiscal'> & {
  readonly isDefault: number;
  readonly stockControlled: number;
  readonly service: number;
  readonly status: number;
  readonly fiscal: string;
};
type ProductRow = RowOf<StoredProduct>;

export interface ProductTables {
  products: ProductRow & {
    /** The part of the quantity reserved for sales that are not paid yet. */
    reserved: Generated<number>;
  };
}

const PRODUCTS = defineTable<StoredProduct>('products', {
  id: 'bigint',
  personId: 'bigint',
  isDefault: 'bigint',
  name: 'text',
  description: 'text?',
  reference: 'text?',
  ean: 'text?',
  price: 'bigint?',
  quantity: 'bigint?',
  stockControlled: 'bigint',
  type: 'bigint',
  service: 'bigint',
  status: 'bigint',
  categoryId: 'bigint?',
  photoId: 'text?',
  fiscal: 'text',
});

export function rowOfProduct(product: Product): ProductRow {
  return PRODUCTS.toRow({
    ...product,
    isDefault: product.isDefault ? 1 : 0,
    stockControlled: product.stockControlled ? 1 : 0,
    service: product.service ? 1 : 0,
    status: numberOfStatus(product.status),
    fiscal: JSON.stringify(product.fiscal),
  });
}

export function productOf(row: ProductRow): Product {
  const stored = PRODUCTS.fromRow(row);
  return {
    ...stored,
    isDefault: stored.isDefault === 1,
    stockControlled: stored.stockControlled === 1,
    service: stored.service === 1,
    status: PRODUCT_STATUSES.find(({ id }) => id === stored.status)?.status ?? 'active',
    fiscal: JSON.parse(stored.fiscal),
  };
}

export function numberOfStatus(status: ProductStatus): number {
  return PRODUCT_STATUSES.find((known) => known.status === status)?.id ?? 0;
}

export const productMigrations: RoomMigrations = {
  '0553-products': {
    up: async (database: Kysely<unknown>) => {
      await createProducts(database);
      await addDefaultProducts(database);
    },
  },
  '0562-product-reserved': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .alterTable('products')
        .addColumn('reserved', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
};

async function createProducts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('products')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('reference', 'text')
    .addColumn('ean', 'text')
    .addColumn('price', 'bigint')
    .addColumn('quantity', 'bigint')
    .addColumn('stock_controlled', 'integer', (column) => column.notNull())
    .addColumn('type', 'integer', (column) => column.notNull())
    .addColumn('service', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('category_id', 'bigint', (column) =>
      column.references('product_categories.id').onDelete('set null'),
    )
    .addColumn('photo_id', 'text')
    .addColumn('fiscal', 'text', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('products_person').on('products').columns(['person_id', 'id']).execute();
  await database.schema.createIndex('products_category').on('products').column('category_id').execute();
  await database.schema
    .createIndex('products_default')
    .unique()
    .on('products')
    .column('person_id')
    .where(sql.ref('is_default'), '=', sql.lit(1))
    .execute();
}

/** For persons created before products existed. The values are those of that time and never change. */
async function addDefaultProducts(database: Kysely<unknown>): Promise<void> {
  await sql`
    insert into products (id, person_id, is_default, name, stock_controlled, type, service, status, fiscal)
    select row_number() over (order by id), id, 1, 'Produto genérico', 0, 10, 0, 5, '{}' from persons
  `.execute(database);
  await sql`
    insert into sequences (name, last) select 'product', count(*) from persons having count(*) > 0
  `.execute(database);
}
