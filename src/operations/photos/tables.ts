import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface PhotoTables {
  /**
   * Inserted before the files of a photo are written. A photo without a person is unreferenced: it is new, or was replaced
   * at `released_at`.
   */
  photos: {
    id: string;
    person_id: number | null;
    bytes: number;
    created_at: number;
    released_at: number | null;
  };
  photo_usage: { person_id: number; photos: number; bytes: number };
}

export const photoMigrations: RoomMigrations = {
  '0550-photos': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('photos')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) => column.references('persons.id').onDelete('set null'))
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      // For the sweep, which selects photos without a person, and for the deletion of a person.
      await database.schema
        .createIndex('photos_person')
        .on('photos')
        .columns(['person_id', 'created_at'])
        .execute();
      await database.schema
        .createTable('photo_usage')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('photos', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0596-released-photos': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('photos').addColumn('released_at', 'bigint').execute();
    },
  },
};
