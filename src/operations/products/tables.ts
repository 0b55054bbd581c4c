import { type Generated, type Kysely, sql } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface ProductTables {
  products: ProductRow;
}

export interface ProductRow {
  id: number;
  person_id: number;
  is_default: number;
  name: string;
  description: string | null;
  reference: string | null;
  ean: string | null;
  price: number | null;
  quantity: number | null;
  /** The part of the quantity reserved for sales that are not paid yet. */
  reserved: Generated<number>;
  stock_controlled: number;
  type: number;
  service: number;
  status: number;
  category_id: number | null;
  photo_id: string | null;
  /** JSON of a Fiscal. */
  fiscal: string;
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
