import { PostgresAdapter, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../../platform/database/index.ts';
import type { ExpectedLine } from '../rules/expected-lines.ts';
import type { PaidBy } from '../rules/fees.ts';
import type { ReceivableState } from '../rules/receivable-state.ts';
import type { StatementClass } from '../rules/statement-classes.ts';

/** A line that is expected of a sale, or was paid. Days are local ones, `yyyy-MM-dd`. */
export interface Receivable extends ExpectedLine {
  readonly transactionId: string;
  readonly merchantId: number;
  readonly accountId: number;
  readonly provider: string;
  readonly paidBy: PaidBy;
  readonly brand: string | undefined;
  readonly installments: number;
  readonly captureDay: string;
  readonly referenceId: string | undefined;
  readonly state: ReceivableState;
  /** 1: no fee was agreed for such a sale, so that none is taken off. */
  readonly feeUnknown: number;
  /** Of the sale that it was written from. */
  readonly version: number;
  /** What became of it in the acquirer's statements; undefined: nothing yet, or there are none. */
  readonly class: StatementClass | undefined;
  readonly payoutId: string | undefined;
}

/** A fee table as it was given, from a day on. */
export interface StoredFees {
  readonly personId: number;
  readonly provider: string;
  readonly firstDay: string;
  readonly content: string;
  readonly createdAt: number;
  /** 1: the lines of its sales are still to be written anew. */
  readonly pending: number;
}

export interface MoneyTables {
  receivables: RowOf<Receivable>;
  /** One row: until where the changes of sales were read. */
  receivable_reading: { id: number; read_until: number };
  fee_tables: RowOf<StoredFees>;
}

export const RECEIVABLES = defineTable<Receivable>('receivables', {
  transactionId: 'uuid',
  line: 'bigint',
  kind: 'text',
  installment: 'bigint',
  dueDay: 'text',
  gross: 'bigint',
  fee: 'bigint',
  net: 'bigint',
  merchantId: 'bigint',
  accountId: 'bigint',
  provider: 'text',
  paidBy: 'text',
  brand: 'text?',
  installments: 'bigint',
  captureDay: 'text',
  referenceId: 'text?',
  state: 'text',
  feeUnknown: 'bigint',
  version: 'bigint',
  class: 'text?',
  payoutId: 'text?',
});

export const FEE_TABLES = defineTable<StoredFees>('fee_tables', {
  personId: 'bigint',
  provider: 'text',
  firstDay: 'text',
  content: 'text',
  createdAt: 'bigint',
  pending: 'bigint',
});

/** The lines of its sale are to be written anew: as the text of the index has it, so that the index serves. */
export const IS_OUTDATED = sql<boolean>`version < 0`;

export const receivableMigrations: RoomMigrations = {
  '2026-11-26-receivables': {
    up: async (database) => {
      const { schema } = database;
      const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
      await schema
        .createTable('receivables')
        .addColumn('transaction_id', isPostgres ? 'uuid' : 'text', (column) => column.notNull())
        .addColumn('line', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('installment', 'smallint', (column) => column.notNull())
        .addColumn('due_day', 'text', (column) => column.notNull())
        .addColumn('gross', 'bigint', (column) => column.notNull())
        .addColumn('fee', 'bigint', (column) => column.notNull())
        .addColumn('net', 'bigint', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('paid_by', 'text', (column) => column.notNull())
        .addColumn('brand', 'text')
        .addColumn('installments', 'smallint', (column) => column.notNull())
        .addColumn('capture_day', 'text', (column) => column.notNull())
        .addColumn('reference_id', 'text')
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('fee_unknown', 'smallint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('receivables_key', ['transaction_id', 'line'])
        .execute();
      await schema
        .createIndex('receivables_by_due_day')
        .on('receivables')
        .columns(['merchant_id', 'due_day', 'transaction_id', 'line'])
        .execute();
      // Of all merchants together, for those who look after them.
      await schema
        .createIndex('receivables_of_all_by_due_day')
        .on('receivables')
        .columns(['due_day', 'transaction_id', 'line'])
        .execute();
      await schema
        .createIndex('receivables_outdated')
        .on('receivables')
        .column('transaction_id')
        .where(IS_OUTDATED)
        .execute();
      await schema
        .createTable('receivable_reading')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('read_until', 'bigint', (column) => column.notNull())
        .execute();
      await schema
        .createTable('fee_tables')
        .addColumn('person_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('first_day', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('fee_tables_key', ['person_id', 'provider', 'first_day'])
        .execute();
    },
  },
  '2026-11-26-receivables-by-day-alone': {
    up: async (database) => {
      const { schema } = database;
      await schema
        .alterTable('fee_tables')
        .addColumn('pending', 'smallint', (column) => column.notNull().defaultTo(0))
        .execute();
      // All that the calendar of a merchant adds up, so that it reads no line itself.
      await schema
        .createIndex('receivables_calendar')
        .on('receivables')
        .columns(['merchant_id', 'due_day', 'provider', 'paid_by', 'brand', 'state', 'gross', 'fee', 'net'])
        .execute();
    },
  },
  // The indexes of the calendars give the same order but within a day, whose lines are sorted.
  '2026-11-27-fewer-indexes-of-receivables': {
    up: async ({ schema }) => {
      await schema.dropIndex('receivables_by_due_day').execute();
      await schema.dropIndex('receivables_of_all_by_due_day').execute();
    },
  },
};
