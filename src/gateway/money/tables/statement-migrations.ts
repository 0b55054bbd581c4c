import type { Kysely } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';
import type { RoomMigrations } from '../../../platform/database/index.ts';
import type { MoneyTables } from './receivables-table.ts';

/** As the text of the index has it, so that the index serves. */
export const IS_PENDING = sql<boolean>`pending > 0`;
/** A line of ours that no statement has. */
export const IS_MISSING = sql<boolean>`class = 'missing'`;
/** A line that costs money, and that nobody explained. */
export const IS_TO_EXPLAIN = sql<boolean>`class in ('fee_differs', 'amount_differs') and note is null`;
/** Of a card, and not found in any statement yet. */
export const IS_AWAITED = sql<boolean>`state = 'expected' and class is null`;

export const statementMigrations: RoomMigrations = {
  '2026-11-26-statements': {
    up: async (database) => {
      const { schema } = database;
      const uuid = database.getExecutor().adapter instanceof PostgresAdapter ? 'uuid' : 'text';
      await makeLines(database, uuid);
      await schema
        .createTable('statement_payouts')
        .addColumn('account_id', 'bigint', (column) => column.notNull())
        .addColumn('payout_id', 'text', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('pay_day', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('brand', 'text')
        .addColumn('net', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('state_text', 'text', (column) => column.notNull())
        .addColumn('bank_account', 'text')
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('difference', 'bigint')
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('statement_payouts_key', ['account_id', 'payout_id'])
        .execute();
      await schema
        .createIndex('statement_payouts_by_day')
        .on('statement_payouts')
        .columns(['merchant_id', 'pay_day', 'payout_id'])
        .execute();
      await makeReadings(database);
      await makeSaleKeys(database, uuid);
      await schema.alterTable('receivables').addColumn('class', 'text').execute();
      await schema.alterTable('receivables').addColumn('payout_id', 'text').execute();
      await schema
        .createIndex('receivables_awaited')
        .on('receivables')
        .columns(['account_id', 'due_day'])
        .where(IS_AWAITED)
        .execute();
      // All that the calendar of those who look after all shops adds up.
      await schema
        .createIndex('receivables_calendar_of_all')
        .on('receivables')
        .columns(['due_day', 'provider', 'paid_by', 'brand', 'state', 'gross', 'fee', 'net'])
        .execute();
      // Written anew, behind the start, they get the names by which acquirers know their sales.
      await (database as Kysely<MoneyTables>)
        .updateTable('receivables')
        .set({ version: -1 })
        .where('line', '=', 1)
        .execute();
    },
  },
  '2026-11-26-statements-by-day-alone': {
    up: async ({ schema }) => {
      // Of all merchants together, and what is forgotten by its age.
      await schema
        .createIndex('statement_lines_by_day')
        .on('statement_lines')
        .columns(['day', 'id'])
        .execute();
      await schema
        .createIndex('statement_payouts_of_all_by_day')
        .on('statement_payouts')
        .columns(['pay_day', 'payout_id', 'account_id'])
        .execute();
      await schema
        .createIndex('statement_lines_to_explain')
        .on('statement_lines')
        .columns(['day', 'class'])
        .where(IS_TO_EXPLAIN)
        .execute();
      await schema
        .createIndex('receivables_missing')
        .on('receivables')
        .column('due_day')
        .where(IS_MISSING)
        .execute();
    },
  },
  // Sales are found by the names that they have among the transactions.
  '2026-11-27-names-of-sales-once': {
    up: ({ schema }) => schema.dropTable('receivable_sales').execute(),
  },
  '2026-11-27-statements-of-disputed-sales': {
    up: async ({ schema }) => {
      await schema.alterTable('statement_lines').addColumn('dispute_state', 'text').execute();
      await schema.alterTable('statement_lines').addColumn('dispute_amount', 'bigint').execute();
      await schema.alterTable('statement_lines').addColumn('dispute_day', 'text').execute();
    },
  },
};

async function makeLines({ schema }: Kysely<unknown>, uuid: 'uuid' | 'text'): Promise<void> {
  await schema
    .createTable('statement_lines')
    .addColumn('id', uuid, (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('merchant_id', 'bigint', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('sale_day', 'text')
    .addColumn('due_day', 'text')
    .addColumn('paid_day', 'text')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('gross', 'bigint', (column) => column.notNull())
    .addColumn('fee', 'bigint', (column) => column.notNull())
    .addColumn('net', 'bigint', (column) => column.notNull())
    .addColumn('installment', 'integer')
    .addColumn('installments', 'integer')
    .addColumn('tid', 'text')
    .addColumn('order_number', 'text')
    .addColumn('nsu', 'text')
    .addColumn('authorization_code', 'text')
    .addColumn('last_four', 'text')
    .addColumn('brand', 'text')
    .addColumn('product', 'text')
    .addColumn('unit', 'text')
    .addColumn('payout_id', 'text')
    .addColumn('negotiation', 'text')
    .addColumn('suspended', 'smallint', (column) => column.notNull())
    .addColumn('debit_kind', 'text')
    .addColumn('process', 'text')
    .addColumn('reason_code', 'text')
    .addColumn('reason_text', 'text')
    .addColumn('transaction_id', uuid)
    .addColumn('line', 'integer')
    .addColumn('class', 'text')
    .addColumn('difference', 'bigint', (column) => column.notNull())
    .addColumn('suggested_id', uuid)
    .addColumn('confirmed', 'smallint', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('pending', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('net_before', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => schema.createIndex(name).on('statement_lines');
  await index('statement_lines_key').unique().columns(['account_id', 'kind', 'key']).execute();
  await index('statement_lines_of_sale').column('transaction_id').execute();
  await index('statement_lines_of_payout').columns(['account_id', 'payout_id']).execute();
  await index('statement_lines_by_class').columns(['merchant_id', 'class', 'day', 'id']).execute();
  await index('statement_lines_by_change').columns(['updated_at', 'id']).execute();
  await index('statement_lines_pending').columns(['account_id', 'id']).where(IS_PENDING).execute();
}

async function makeReadings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('statement_readings')
    .addColumn('account_id', 'bigint', (column) => column.primaryKey())
    .addColumn('merchant_id', 'bigint', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('read_from', 'text', (column) => column.notNull())
    .addColumn('read_until', 'text')
    .addColumn('slot', 'text')
    .addColumn('progress', 'text')
    .addColumn('problem', 'text')
    .addColumn('corrections', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('statement_answers')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('is_read', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('statement_answers_key', ['account_id', 'question', 'hash'])
    .execute();
  await schema
    .createIndex('statement_answers_by_age')
    .on('statement_answers')
    .column('received_at')
    .execute();
}

async function makeSaleKeys({ schema }: Kysely<unknown>, uuid: 'uuid' | 'text'): Promise<void> {
  await schema
    .createTable('receivable_sales')
    .addColumn('transaction_id', uuid, (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('merchant_id', 'bigint', (column) => column.notNull())
    .addColumn('their_id', 'text')
    .addColumn('reference', 'text')
    .addColumn('nsu', 'text')
    .addColumn('last_four', 'text')
    .addColumn('capture_day', 'text', (column) => column.notNull())
    .addColumn('captured', 'bigint', (column) => column.notNull())
    .execute();
  const index = (name: string) => schema.createIndex(name).on('receivable_sales');
  await index('receivable_sales_by_their_id').columns(['account_id', 'their_id']).execute();
  await index('receivable_sales_by_reference').columns(['account_id', 'reference']).execute();
  await index('receivable_sales_by_day').columns(['account_id', 'capture_day', 'captured']).execute();
}
