import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface CategoryTables {
  product_categories: { id: number; person_id: number; name: string };
}

export const categoryMigrations: RoomMigrations = {
  '0552-product-categories': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('product_categories')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) =>
          column.notNull().references('persons.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('product_categories_person')
        .on('product_categories')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
};
