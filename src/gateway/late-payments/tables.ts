import {
  type BulkTable,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../platform/database/index.ts';

/** A sale that was paid some time after it was made. */
export interface LatePayment {
  readonly transactionId: string;
  readonly merchantId: number;
  /** When it was paid. */
  readonly at: number;
}

export interface LatePaymentTables {
  late_payments: RowOf<LatePayment>;
}

export const LATE_PAYMENTS: BulkTable<LatePayment> = defineTable<LatePayment>('late_payments', {
  transactionId: 'text',
  merchantId: 'bigint',
  at: 'bigint',
});

export const latePaymentMigrations: RoomMigrations = {
  '2026-11-26-late-payments': {
    up: async ({ schema }) => {
      await schema
        .createTable('late_payments')
        .addColumn('transaction_id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await schema
        .createIndex('late_payments_merchant')
        .on('late_payments')
        .columns(['merchant_id', 'at'])
        .execute();
      await schema.createIndex('late_payments_age').on('late_payments').column('at').execute();
    },
  },
};
