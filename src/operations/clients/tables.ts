import type { Kysely } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface ClientTables {
  clients: ClientRow;
}

export interface ClientRow {
  id: number;
  person_id: number;
  document: string;
  legal_person: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  reference: string | null;
  /** JSON of an Address. */
  address: string | null;
}

export const clientMigrations: RoomMigrations = {
  '0556-clients': {
    up: async (database: Kysely<unknown>) => {
      await database.schema
        .createTable('clients')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) =>
          column.notNull().references('persons.id').onDelete('cascade'),
        )
        .addColumn('document', 'text', (column) => column.notNull())
        .addColumn('legal_person', 'integer', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('email', 'text')
        .addColumn('phone', 'text')
        .addColumn('reference', 'text')
        .addColumn('address', 'text')
        .execute();
      await database.schema
        .createIndex('clients_person')
        .on('clients')
        .columns(['person_id', 'id'])
        .execute();
    },
  },
};
