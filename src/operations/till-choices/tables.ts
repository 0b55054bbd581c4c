import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface TillChoiceTables {
  /** Ids of products and of payment methods, each with commas between them. */
  till_choices: { person_id: number; favourites: string; under_more: string };
}

export const tillChoiceMigrations: RoomMigrations = {
  '2026-11-26-till-choices': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('till_choices')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('favourites', 'text', (column) => column.notNull())
        .addColumn('under_more', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
