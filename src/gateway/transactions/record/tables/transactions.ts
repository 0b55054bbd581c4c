import { type BulkUpdate, defineTable, type RoomMigrations, type RowOf } from '../../../../platform/index.ts';
import type { Result, Transaction } from '../transaction.ts';

/** A transaction as it is stored: what came of it in columns, what was asked for as JSON. */
export interface StoredTransaction extends Omit<Transaction, 'order' | 'result'>, Result {
  readonly asked: string;
}

export interface TransactionTables {
  transactions: RowOf<StoredTransaction>;
}

export const transactionTableMigrations: RoomMigrations = {
  '0300-transactions': {
    up: async (database) => {
      await database.schema
        .createTable('transactions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('reference_id', 'text')
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('asked', 'text', (column) => column.notNull())
        .addColumn('provider_reference', 'text')
        .addColumn('provider_code', 'text')
        .addColumn('provider_message', 'text')
        .addColumn('authorization_code', 'text')
        .addColumn('eci', 'integer')
        .addColumn('captured_amount', 'bigint')
        .addColumn('refunded_amount', 'bigint')
        .addColumn('redirect_url', 'text')
        .execute();
      await database.schema
        .createIndex('transactions_by_reference')
        .on('transactions')
        .columns(['merchant_id', 'reference_id', 'id'])
        .where('reference_id', 'is not', null)
        .execute();
      await database.schema
        .createTable('attempts')
        .addColumn('reference', 'text', (column) => column.primaryKey())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('their_id', 'text')
        .addColumn('nsu', 'text')
        .addColumn('raw_code', 'text')
        .addColumn('raw_message', 'text')
        .addColumn('abecs_code', 'text')
        .addColumn('advice_code', 'text')
        .addColumn('http_status', 'integer')
        .addColumn('decline_class', 'text')
        .addColumn('reason', 'text')
        .execute();
      await database.schema
        .createIndex('attempts_by_transaction')
        .on('attempts')
        .column('transaction_id')
        .execute();
      await database.schema
        .createIndex('attempts_unresolved')
        .on('attempts')
        .columns(['state', 'created_at'])
        .where('state', 'in', ['sending', 'unknown'])
        .execute();
    },
  },
  '0601-transaction-versions': {
    up: async (database) => {
      await database.schema
        .alterTable('transactions')
        .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
      await database.schema.alterTable('transactions').addColumn('open_movement', 'text').execute();
      await database.schema.alterTable('attempts').addColumn('holder', 'text').execute();
    },
  },
};

export const TRANSACTIONS = defineTable<StoredTransaction>('transactions', {
  id: 'text',
  merchantId: 'bigint',
  referenceId: 'text?',
  amount: 'bigint',
  status: 'bigint',
  createdAt: 'bigint',
  updatedAt: 'bigint',
  asked: 'text',
  providerReference: 'text?',
  providerCode: 'text?',
  providerMessage: 'text?',
  authorizationCode: 'text?',
  eci: 'bigint?',
  capturedAmount: 'bigint?',
  refundedAmount: 'bigint?',
  redirectUrl: 'text?',
  version: 'bigint',
  openMovement: 'text?',
});

type Changing = Result & Pick<Transaction, 'version' | 'openMovement' | 'updatedAt'>;

/** Everything of a transaction that changes, where it still has the version expected. */
export const SET_RESULTS: BulkUpdate<string, string, Changing> = TRANSACTIONS.update('id', 'version', [
  'version',
  'openMovement',
  'status',
  'updatedAt',
  'providerReference',
  'providerCode',
  'providerMessage',
  'authorizationCode',
  'eci',
  'capturedAmount',
  'refundedAmount',
  'redirectUrl',
]);
