import type { RoomMigrations } from '../../../../platform/index.ts';

export interface AuthenticationRow {
  /** 256 random bits, base64url: the address that the merchant hands to the buyer ends in it. */
  token: string;
  transaction_id: string;
  attempt_reference: string;
  /** The acquirer's page. */
  page_url: string;
  expires_at: number;
  /** When the buyer was first sent on to the acquirer; 0: not yet. */
  left_at: number;
  /** When the acquirer was last asked because a browser came back; 0: none came yet. */
  asked_at: number;
}

export interface AuthenticationTables {
  authentications: AuthenticationRow;
}

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
