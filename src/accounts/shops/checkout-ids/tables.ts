import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { PersonTables } from '../../persons/record/tables.ts';

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

export interface CheckoutIdTables extends PersonTables {
  checkout_ids: RowOf<StoredCheckoutId>;
  /** The origins of the ids in use, by which a page is known before it has said whose it is. */
  checkout_origins: { origin: string; person_id: number; checkout_id: number };
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
  '1310-checkout-origins': {
    up: async (database: Kysely<CheckoutIdTables>) => {
      await database.schema
        .createTable('checkout_origins')
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('checkout_id', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('checkout_origins_key', ['origin', 'person_id', 'checkout_id'])
        .execute();
      await database.schema
        .createIndex('checkout_origins_id')
        .on('checkout_origins')
        .column('checkout_id')
        .execute();
      const used = await database
        .selectFrom('checkout_ids')
        .select(['id', 'person_id', 'origins'])
        .where('revoked_at', 'is', null)
        .execute();
      for (const { id, person_id, origins } of used) {
        for (const origin of JSON.parse(origins) as readonly string[]) {
          await database
            .insertInto('checkout_origins')
            .values({ origin, person_id, checkout_id: id })
            .execute();
        }
      }
    },
  },
};
