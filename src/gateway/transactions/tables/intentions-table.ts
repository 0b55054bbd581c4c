import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { IntentionAddress } from '../rules/intention.ts';

export interface IntentionTables {
  intentions: RowOf<IntentionAddress>;
}

export const INTENTIONS = defineTable<IntentionAddress>('intentions', {
  transactionId: 'text',
  tokenHash: 'text',
  checkAt: 'bigint?',
});

export const intentionMigrations: RoomMigrations = {
  '0620-intentions': {
    up: async (database) => {
      await database.schema
        .createTable('intentions')
        .addColumn('transaction_id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('check_at', 'bigint')
        .execute();
      await database.schema
        .createIndex('intentions_to_check')
        .on('intentions')
        .column('check_at')
        .where('check_at', 'is not', null)
        .execute();
      await database.schema.alterTable('attempts').addColumn('mask', 'text').execute();
    },
  },
};
