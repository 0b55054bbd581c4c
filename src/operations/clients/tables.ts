import type { Kysely } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import type { Client } from './client.ts';

/** The address as JSON. */
type StoredClient = Omit<Client, 'legalPerson' | 'address' | 'archived'> & {
  readonly legalPerson: number;
  readonly address: string | undefined;
  readonly archived: 1 | undefined;
};
type ClientRow = RowOf<StoredClient>;

export interface ClientTables {
  clients: ClientRow;
}

const CLIENTS = defineTable<StoredClient>('clients', {
  id: 'bigint',
  personId: 'bigint',
  document: 'text',
  legalPerson: 'bigint',
  name: 'text?',
  email: 'text?',
  phone: 'text?',
  reference: 'text?',
  address: 'text?',
  archived: 'bigint?',
});

export function rowOfClient({ legalPerson, address, archived, ...client }: Client): ClientRow {
  return CLIENTS.toRow({
    ...client,
    archived: archived ? 1 : undefined,
    legalPerson: legalPerson ? 1 : 0,
    address: address && JSON.stringify(address),
  });
}

export function clientOf(row: ClientRow): Client {
  const { legalPerson, address, archived, ...client } = CLIENTS.fromRow(row);
  return {
    ...client,
    legalPerson: legalPerson === 1,
    address: address && JSON.parse(address),
    archived: archived === 1,
  };
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
  '2026-11-27-archived-clients': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('clients').addColumn('archived', 'bigint').execute();
    },
  },
};
