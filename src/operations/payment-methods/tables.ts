import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface NarrowingTables {
  /** `methods`: ids with commas between them. A person without a row has all. */
  payment_method_narrowings: { person_id: number; methods: string };
}

export const paymentMethodMigrations: RoomMigrations = {
  '0555-payment-method-narrowings': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('payment_method_narrowings')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('methods', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
