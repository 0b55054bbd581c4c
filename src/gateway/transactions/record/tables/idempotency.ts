import type { RoomMigrations } from '../../../../platform/index.ts';

export interface IdempotencyRow {
  /** Keyed hash of merchant, route and key. */
  id: string;
  /** Keyed hash of what was asked, without the cvv. */
  fingerprint: string;
  transaction_id: string;
  /** The instance that serves the first request. */
  holder: string;
  /** JSON of the first answer's result; null while there is none. */
  answer: string | null;
  created_at: number;
}

/** A key that a request takes, in the commit that states what it asks for. */
export type Claim = Pick<IdempotencyRow, 'id' | 'fingerprint' | 'holder' | 'created_at'>;

export interface IdempotencyTables {
  idempotency_keys: IdempotencyRow;
}

export const idempotencyMigrations: RoomMigrations = {
  '0605-idempotency-keys': {
    up: async (database) => {
      await database.schema
        .createTable('idempotency_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('answer', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('idempotency_keys_by_age')
        .on('idempotency_keys')
        .column('created_at')
        .execute();
    },
  },
};
