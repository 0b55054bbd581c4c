import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { RecoveryCase } from '../rules/case.ts';

export interface CaseTables {
  recovery_cases: RowOf<RecoveryCase>;
}

export const CASES = defineTable<RecoveryCase>('recovery_cases', {
  subject: 'text',
  transactionId: 'uuid',
  accountId: 'bigint',
  kind: 'text',
  state: 'text',
  openedAt: 'bigint',
  nextAt: 'bigint',
  tries: 'bigint',
  notFound: 'bigint',
  target: 'bigint?',
  reason: 'text?',
});

export const recoveryMigrations: RoomMigrations = {
  '0604-recovery-cases': {
    up: async (database) => {
      await database.schema
        .createTable('recovery_cases')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'bigint', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('not_found', 'integer', (column) => column.notNull())
        .addColumn('target', 'integer')
        .addColumn('reason', 'text')
        .execute();
      await database.schema
        .createIndex('recovery_cases_due')
        .on('recovery_cases')
        .columns(['state', 'next_at'])
        .execute();
      await database.schema
        .createIndex('recovery_cases_by_transaction')
        .on('recovery_cases')
        .column('transaction_id')
        .execute();
    },
  },
};
