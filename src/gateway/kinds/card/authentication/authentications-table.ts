import { defineTable, type RoomMigrations, type RowOf } from '../../../../platform/database/index.ts';
import type { Authentication } from './authentication.ts';

export interface AuthenticationTables {
  authentications: RowOf<Authentication>;
}

export const AUTHENTICATIONS = defineTable<Authentication>('authentications', {
  token: 'text',
  transactionId: 'text',
  attemptReference: 'text',
  pageUrl: 'text',
  expiresAt: 'bigint',
  leftAt: 'bigint',
  askedAt: 'bigint',
});

export const authenticationMigrations: RoomMigrations = {
  '0602-authentications': {
    up: async (database) => {
      await database.schema
        .createTable('authentications')
        .addColumn('token', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('attempt_reference', 'text', (column) => column.notNull())
        .addColumn('page_url', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('left_at', 'bigint', (column) => column.notNull())
        .addColumn('asked_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('authentications_by_transaction')
        .on('authentications')
        .column('transaction_id')
        .execute();
      await database.schema
        .createIndex('authentications_by_expiry')
        .on('authentications')
        .column('expires_at')
        .execute();
    },
  },
};
