import { sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { Dispute } from '../rules/dispute.ts';

export interface DisputeTables {
  disputes: RowOf<Dispute>;
}

export const DISPUTES = defineTable<Dispute>('disputes', {
  id: 'text',
  transactionId: 'text',
  merchantId: 'bigint',
  provider: 'text',
  referenceId: 'text?',
  source: 'text',
  kind: 'text',
  process: 'text?',
  reasonCode: 'text?',
  reasonText: 'text?',
  amount: 'bigint',
  notifiedDay: 'text',
  answerBy: 'text?',
  state: 'text',
  money: 'text',
  moneyDay: 'text?',
  answer: 'text?',
  answeredAt: 'bigint?',
  answeredBy: 'bigint?',
  statement: 'text?',
  warnedDays: 'bigint?',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  version: 'bigint',
});

/** As the text of the index has it, so that the index serves. */
export const IS_OPEN_DISPUTE = sql<boolean>`state = 'open'`;

export const disputeTableMigrations: RoomMigrations = {
  '2026-11-26-disputes': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .createTable('disputes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('reference_id', 'text')
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('process', 'text')
        .addColumn('reason_code', 'text')
        .addColumn('reason_text', 'text')
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('notified_day', 'text', (column) => column.notNull())
        .addColumn('answer_by', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('money', 'text', (column) => column.notNull())
        .addColumn('money_day', 'text')
        .addColumn('answer', 'text')
        .addColumn('answered_at', 'bigint')
        .addColumn('answered_by', 'bigint')
        .addColumn('statement', 'text')
        .addColumn('warned_days', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .execute();
      await schema.createIndex('disputes_of').on('disputes').column('transaction_id').execute();
      await schema.createIndex('disputes_by_process').on('disputes').column('process').execute();
      await schema
        .createIndex('disputes_newest')
        .on('disputes')
        .columns(['merchant_id', 'notified_day', 'id'])
        .execute();
      await schema
        .createIndex('disputes_open')
        .on('disputes')
        .columns(['answer_by', 'id'])
        .where(IS_OPEN_DISPUTE)
        .execute();
    },
  },
};
