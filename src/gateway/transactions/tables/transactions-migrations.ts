import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { narrowColumns, type RoomMigrations, WITHDRAWN } from '../../../platform/database/index.ts';
import { storeIdsAsUuid } from './ids-as-uuid.ts';
import { addLastTries } from './last-tries.ts';
import { IS_CAPTURED, IS_REFUND } from './transactions-table.ts';

/** `IS_REFUND` before banks took money back. */
const WAS_REFUND = sql<boolean>`((captured_amount > 0 and refunded_amount > 0) or status = 8)`;

/** `IS_REFUND` before what is unpaid could be canceling. */
const WAS_REFUND_OR_CANCELING = sql<boolean>`((captured_amount > 0 and (refunded_amount > 0 or disputed_amount > 0)) or status = 8)`;

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
  '0609-searched-sales': { up: addSearchColumns },
  '0613-short-search-indexes': { up: shortenSearchIndexes },
  '0614-denials': {
    up: async (database) => {
      // With the code, so that reasons are counted from the index alone.
      await database.schema
        .createIndex('transactions_denied')
        .on('transactions')
        .columns(['merchant_id', 'id', 'created_at', 'provider_code'])
        .where(sql<boolean>`status = 7`)
        .execute();
    },
  },
  '0615-indexes-by-time': { up: indexByTime },
  '0616-origins-of-attempts': {
    up: async (database) => {
      await database.schema.alterTable('attempts').addColumn('origin', 'text').execute();
    },
  },
  '0670-ids-of-16-bytes': { up: storeIdsAsUuid },
  '0990-packed-sales': WITHDRAWN,
  '0991-packed-attempts': WITHDRAWN,
  '2026-11-25-small-numbers-of-sales': {
    up: (database) =>
      narrowColumns(database, 'transactions', { version: 'integer', installments: 'smallint' }),
  },
  '2026-11-26-last-tries-of-links': { up: addLastTries },
  '2026-11-26-refunds-under-way': {
    up: async (database) => {
      await database.schema.alterTable('transactions').addColumn('refunding_amount', 'bigint').execute();
    },
  },
  '2026-11-26-waiting-for-buyers': {
    up: async (database) => {
      await sql`update attempts set state = 'waiting' where state = 'authenticating'`.execute(database);
      await sql`update recovery_cases set kind = 'buyer' where kind = 'authentication'`.execute(database);
    },
  },
  '2026-11-26-disputed-amounts': {
    up: async (database) => {
      await database.schema.alterTable('transactions').addColumn('disputed_amount', 'bigint').execute();
    },
  },
  '2026-11-26-routing-of-attempts': {
    up: async (database) => {
      await database.schema.alterTable('attempts').addColumn('routing', 'text').execute();
    },
  },
  '2026-11-26-changes-of-captured-sales': {
    up: async (database) => {
      await database.schema
        .createIndex('transactions_captured_by_change')
        .on('transactions')
        .column('updated_at')
        .where(IS_CAPTURED)
        .execute();
    },
  },
  '2026-11-26-provider-of-attempts': {
    up: async (database) => {
      await database.schema.alterTable('attempts').addColumn('provider', 'text').execute();
    },
  },
  '2026-11-26-refunds-and-money-taken-back': {
    up: async ({ schema }) => {
      await schema.dropIndex('transactions_with_refund').execute();
      await schema
        .createIndex('transactions_with_refund')
        .on('transactions')
        .columns(['merchant_id', 'created_at'])
        .where(WAS_REFUND_OR_CANCELING)
        .execute();
    },
  },
  '2026-11-27-refunds-of-what-was-paid': {
    up: async ({ schema }) => {
      await schema.dropIndex('transactions_with_refund').execute();
      await schema
        .createIndex('transactions_with_refund')
        .on('transactions')
        .columns(['merchant_id', 'created_at'])
        .where(IS_REFUND)
        .execute();
    },
  },
};

/** In the order of their use: what finds one sale comes first, so that the same index serves one merchant and all. */
const SEARCH_INDEXES: Readonly<Record<string, readonly string[]>> = {
  transactions_by_reference_id: ['reference_id', 'merchant_id', 'id'],
  transactions_by_nsu: ['nsu', 'merchant_id', 'id'],
  transactions_by_tid: ['provider_reference', 'merchant_id', 'id'],
  transactions_by_authorization: ['authorization_code', 'merchant_id', 'id'],
  transactions_by_last4: ['last4', 'merchant_id', 'id'],
  transactions_by_document: ['customer_document', 'merchant_id', 'id'],
  transactions_by_customer: ['customer_key', 'merchant_id', 'id'],
};

/** Filled for older sales by a job (fill-search-columns.ts). */
async function addSearchColumns(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  // By bytes on both engines, so that the beginning of a name is a range of the index.
  const nameType = isPostgres ? sql`text collate "C"` : ('text' as const);
  const texts = ['provider', 'kind', 'brand', 'last4', 'customer_document', 'nsu'];
  const alter = () => database.schema.alterTable('transactions');
  for (const name of texts) await alter().addColumn(name, 'text').execute();
  await alter().addColumn('customer_key', nameType).execute();
  await alter().addColumn('installments', 'bigint').execute();
  await alter().addColumn('demo', 'bigint').execute();
  await database.schema.dropIndex('transactions_by_reference').execute();
  for (const [name, columns] of Object.entries(SEARCH_INDEXES)) {
    await database.schema
      .createIndex(name)
      .on('transactions')
      .columns([...columns])
      .where(sql.ref(columns[0] ?? ''), 'is not', null)
      .execute();
  }
  const create = (name: string) => database.schema.createIndex(name).on('transactions');
  await create('transactions_of_merchant').columns(['merchant_id', 'id']).execute();
  await create('transactions_of_status').columns(['merchant_id', 'status', 'id']).execute();
  await create('transactions_with_refund').columns(['merchant_id', 'id']).where(WAS_REFUND).execute();
  await create('transactions_to_fill').column('id').where(sql.ref('provider'), 'is', null).execute();
  await create('transactions_of_demo')
    .columns(['merchant_id', 'id'])
    .where(sql.ref('demo'), '=', sql.lit(1))
    .execute();
}

/**
 * NSU and TID nearly always name one sale of one merchant: merchant and id in their indexes, three quarters of each entry,
 * found nothing more.
 */
async function shortenSearchIndexes(database: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['nsu', 'nsu'],
    ['tid', 'provider_reference'],
  ] as const) {
    await database.schema.dropIndex(`transactions_by_${name}`).execute();
    await database.schema
      .createIndex(`transactions_with_${name}`)
      .on('transactions')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
}

/** What is searched, and the other columns of its index. An authorization code names few sales, which are sorted. */
const INDEXES_BY_TIME: Readonly<Record<string, readonly string[]>> = {
  transactions_by_reference_id: ['reference_id', 'merchant_id', 'created_at'],
  transactions_by_authorization: ['authorization_code'],
  transactions_by_last4: ['last4', 'merchant_id', 'created_at'],
  transactions_by_document: ['customer_document', 'merchant_id', 'created_at'],
  transactions_by_customer: ['customer_key', 'merchant_id', 'created_at'],
};

/** The id was most of each entry: the time of creation gives the same order with a quarter of its bytes. */
async function indexByTime(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const create = (name: string, columns: readonly string[]) =>
    schema
      .createIndex(name)
      .on('transactions')
      .columns([...columns]);
  for (const [name, columns] of Object.entries(INDEXES_BY_TIME)) {
    await schema.dropIndex(name).execute();
    const column = sql.ref(columns[0] ?? '');
    await create(name, columns).where(column, 'is not', null).execute();
  }
  for (const name of ['transactions_of_merchant', 'transactions_of_status', 'transactions_with_refund']) {
    await schema.dropIndex(name).execute();
  }
  await create('transactions_of_merchant', ['merchant_id', 'created_at']).execute();
  await create('transactions_of_status', ['merchant_id', 'status', 'created_at']).execute();
  await create('transactions_with_refund', ['merchant_id', 'created_at']).where(WAS_REFUND).execute();
}
