import { defineTable, type RoomMigrations, type RowOf } from '../../platform/index.ts';

/** As stored: `origins` is a JSON array. Times are milliseconds since 1970. */
export interface StoredCheckoutId {
  readonly id: number;
  readonly personId: number;
  readonly publicId: string;
  readonly label: string | undefined;
  readonly origins: string;
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

export const CHECKOUT_IDS = defineTable<StoredCheckoutId>('checkout_ids', {
  id: 'bigint',
  personId: 'bigint',
  publicId: 'text',
  label: 'text?',
  origins: 'text',
  createdAt: 'bigint',
  revokedAt: 'bigint?',
});

export interface CheckoutIdTables {
  checkout_ids: RowOf<StoredCheckoutId>;
}

export const checkoutIdMigrations: RoomMigrations = {
  '1200-checkout-ids': {
    up: async (database) => {
      await database.schema
        .createTable('checkout_ids')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('public_id', 'text', (column) => column.notNull().unique())
        .addColumn('label', 'text')
        .addColumn('origins', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .execute();
      await database.schema
        .createIndex('checkout_ids_person')
        .on('checkout_ids')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
};
