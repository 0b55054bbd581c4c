import type { RoomMigrations } from '../../platform/database/index.ts';

export interface KeyPairRow {
  id: string;
  /** Null while the pair waits in the pool. */
  merchant_id: number | null;
  /** PEM, SPKI. */
  public_key: string;
  /** PEM, PKCS#8, sealed by the vault. */
  private_key: string;
  created_at: number;
  /** New sessions get this pair until then; null while it waits in the pool. */
  handed_out_until: number | null;
}

export interface CheckoutSessionRow {
  /** SHA-256 of the session key, base64url: the key itself is never stored. */
  session_hash: string;
  merchant_id: number;
  key_pair_id: string;
  expires_at: number;
  /** cardHashes of this session that could not be read. */
  failures: number;
}

export interface CardDataTables {
  key_pairs: KeyPairRow;
  card_sessions: CheckoutSessionRow;
}

export const cardDataMigrations: RoomMigrations = {
  '0200-key-pairs': {
    up: async (database) => {
      await database.schema
        .createTable('key_pairs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint')
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('private_key', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('handed_out_until', 'bigint')
        .execute();
      // Used by the pool (merchant_id is null), to find the merchant's current pair, and by the sweep.
      await database.schema
        .createIndex('key_pairs_by_merchant')
        .on('key_pairs')
        .columns(['merchant_id', 'handed_out_until'])
        .execute();
    },
  },
  '0200-card-sessions': {
    up: async (database) => {
      await database.schema
        .createTable('card_sessions')
        .addColumn('session_hash', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('key_pair_id', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .execute();
      // Sessions are counted and swept by key pair, which saves an index on every public-key call.
      await database.schema
        .createIndex('card_sessions_by_key_pair')
        .on('card_sessions')
        .columns(['key_pair_id', 'expires_at'])
        .execute();
    },
  },
};
