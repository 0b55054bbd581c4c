import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';

/** A line of a bank account, as the bank's file has it. Amounts in centavos; days `yyyy-MM-dd`. */
export interface StoredBankLine {
  readonly merchantId: number;
  /** Bank, branch and account together. */
  readonly account: string;
  readonly fitId: string;
  readonly day: string;
  readonly amount: number;
  readonly type: string;
  readonly memo: string;
  readonly createdAt: number;
}

/** A payout that is in a line. */
export interface BankLinePayout {
  readonly merchantId: number;
  readonly account: string;
  readonly fitId: string;
  readonly accountId: number;
  readonly payoutId: string;
}

export interface BankStatementTables {
  bank_lines: RowOf<StoredBankLine>;
  bank_line_payouts: RowOf<BankLinePayout>;
}

export const BANK_LINES = defineTable<StoredBankLine>('bank_lines', {
  merchantId: 'bigint',
  account: 'text',
  fitId: 'text',
  day: 'text',
  amount: 'bigint',
  type: 'text',
  memo: 'text',
  createdAt: 'bigint',
});

export const bankStatementMigrations: RoomMigrations = {
  '2026-11-26-bank-lines': {
    up: async ({ schema }) => {
      await schema
        .createTable('bank_lines')
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('fit_id', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('memo', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('bank_lines_key', ['merchant_id', 'account', 'fit_id'])
        .execute();
      await schema
        .createIndex('bank_lines_by_day')
        .on('bank_lines')
        .columns(['merchant_id', 'day'])
        .execute();
      await schema.createIndex('bank_lines_age').on('bank_lines').column('day').execute();
      await schema
        .createTable('bank_line_payouts')
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('fit_id', 'text', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('payout_id', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('bank_line_payouts_key', ['account_id', 'payout_id'])
        .execute();
      await schema
        .createIndex('bank_line_payouts_of')
        .on('bank_line_payouts')
        .columns(['merchant_id', 'account', 'fit_id'])
        .execute();
    },
  },
};
