import {
  type BulkUpdate,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';
import type { IdempotencyKey } from '../rules/idempotency-key.ts';

export interface IdempotencyTables {
  idempotency_keys: RowOf<IdempotencyKey>;
}

export const IDEMPOTENCY_KEYS = defineTable<IdempotencyKey>('idempotency_keys', {
  id: 'text',
  fingerprint: 'text',
  transactionId: 'text',
  holder: 'text',
  answer: 'text?',
  createdAt: 'bigint',
});

/** Every key that is there gets its answer. */
export const ANSWER_KEYS: BulkUpdate<
  string,
  string,
  Pick<IdempotencyKey, 'answer'>
> = IDEMPOTENCY_KEYS.update('id', 'id', ['answer']);

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
