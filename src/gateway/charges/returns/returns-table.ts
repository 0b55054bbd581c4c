import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { ReturnRow } from './returned.ts';

export interface ReturnTables {
  pix_returns: RowOf<ReturnRow>;
}

export const RETURNS = defineTable<ReturnRow>('pix_returns', {
  id: 'text',
  transactionId: 'text',
  endToEndId: 'text',
  returnId: 'text',
  amount: 'bigint',
  at: 'bigint',
  nature: 'text',
  state: 'text',
});

export const returnMigrations: RoomMigrations = {
  '2026-11-26-pix-payers': {
    up: async (database) => {
      const { schema } = database;
      await schema.alterTable('pix_payments').addColumn('payer_hash', 'text').execute();
      await schema
        .createIndex('pix_payments_of_payer')
        .on('pix_payments')
        .columns(['payer_hash', 'received_at'])
        .where('payer_hash', 'is not', null)
        .execute();
    },
  },
  '2026-11-26-pix-returns': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('pix_returns')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('end_to_end_id', 'text', (column) => column.notNull())
        .addColumn('return_id', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('nature', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .execute();
      await schema.createIndex('pix_returns_of').on('pix_returns').column('transaction_id').execute();
    },
  },
};
