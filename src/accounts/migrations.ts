import { type Kysely, sql } from 'kysely';
import type { RoomMigrations } from '../platform/index.ts';

export const accountMigrations: RoomMigrations = {
  '0100-accounts': {
    up: async (database) => {
      await createPersons(database);
      await createPasswordLinks(database);
      await createCredentials(database);
    },
  },
};

async function createPersons(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('persons')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('legal_person', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('trade_name', 'text')
    .addColumn('email', 'text')
    .addColumn('created_by', 'bigint', (column) => column.references('persons.id'))
    .addColumn('password_hash', 'text')
    .addColumn('late_approval', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('activated_at', 'bigint')
    .execute();
  await database.schema.createIndex('persons_document').on('persons').column('document').execute();
  // The last word on "one active person per document", should two activations run at the same moment.
  await database.schema
    .createIndex('persons_active_document')
    .unique()
    .on('persons')
    .column('document')
    .where(sql.ref('activated_at'), 'is not', null)
    .execute();
}

async function createPasswordLinks(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('password_links_person')
    .on('password_links')
    .column('person_id')
    .execute();
}

async function createCredentials(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('credentials')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('secret_hash', 'text')
    .addColumn('sealed_secret', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('credentials_name', ['kind', 'name'])
    .addUniqueConstraint('credentials_secret', ['secret_hash'])
    .execute();
  await database.schema
    .createIndex('credentials_person')
    .on('credentials')
    .columns(['person_id', 'kind'])
    .execute();
}
