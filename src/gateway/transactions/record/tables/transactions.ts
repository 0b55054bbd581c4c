import type { BulkTable, BulkUpdate, RoomMigrations } from '../../../../platform/index.ts';

export interface TransactionRow {
  id: string;
  merchant_id: number;
  reference_id: string | null;
  amount: number;
  status: number;
  created_at: number;
  updated_at: number;
  /** JSON of Order: what was asked for, which never changes. */
  asked: string;
  provider_reference: string | null;
  provider_code: string | null;
  provider_message: string | null;
  authorization_code: string | null;
  eci: number | null;
  captured_amount: number | null;
  refunded_amount: number | null;
  redirect_url: string | null;
  /** Grows with every change: a change counts only on the version that it was made from. */
  version: number;
  /** The capture, void or refund that is under way; one at a time. */
  open_movement: string | null;
}

/** `sending` from before the call until its outcome is stored; a crash in between leaves it for recovery. */
export type AttemptState =
  | 'sending'
  | 'approved'
  | 'declined'
  | 'authenticating'
  | 'not_sent'
  | 'invalid'
  | 'unknown'
  /** Proven later that the host does not have it. */
  | 'absent'
  /** Charged, and taken back. */
  | 'undone';

export interface AttemptRow {
  /** The reference that the acquirer gets: unique for all time. */
  reference: string;
  transaction_id: string;
  /** The merchant's account at the acquirer; 0 for the simulator. */
  account_id: number;
  state: AttemptState;
  created_at: number;
  ended_at: number | null;
  their_id: string | null;
  nsu: string | null;
  raw_code: string | null;
  raw_message: string | null;
  abecs_code: string | null;
  advice_code: string | null;
  http_status: number | null;
  decline_class: string | null;
  reason: string | null;
  /** The instance that sent it. */
  holder: string | null;
}

export interface TransactionTables {
  transactions: TransactionRow;
  attempts: AttemptRow;
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

export const TRANSACTIONS: BulkTable<TransactionRow> = {
  name: 'transactions',
  columns: {
    id: 'text',
    merchant_id: 'bigint',
    reference_id: 'text',
    amount: 'bigint',
    status: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    asked: 'text',
    provider_reference: 'text',
    provider_code: 'text',
    provider_message: 'text',
    authorization_code: 'text',
    eci: 'bigint',
    captured_amount: 'bigint',
    refunded_amount: 'bigint',
    redirect_url: 'text',
    version: 'bigint',
    open_movement: 'text',
  },
  nullable: [
    'reference_id',
    'provider_reference',
    'provider_code',
    'provider_message',
    'authorization_code',
    'eci',
    'captured_amount',
    'refunded_amount',
    'redirect_url',
    'open_movement',
  ],
};

export type NewAttemptRow = Pick<
  AttemptRow,
  'reference' | 'transaction_id' | 'account_id' | 'state' | 'created_at' | 'holder'
>;

export const NEW_ATTEMPTS: BulkTable<NewAttemptRow> = {
  name: 'attempts',
  columns: {
    reference: 'text',
    transaction_id: 'text',
    account_id: 'bigint',
    state: 'text',
    created_at: 'bigint',
    holder: 'text',
  },
};

export type AttemptEndRow = Omit<AttemptRow, keyof NewAttemptRow> & { state: AttemptState };

export const END_ATTEMPTS: BulkUpdate<'reference', 'state', AttemptEndRow> = {
  table: 'attempts',
  key: { column: 'reference', type: 'text' },
  guard: { column: 'state', type: 'text' },
  set: {
    state: 'text',
    ended_at: 'bigint',
    their_id: 'text',
    nsu: 'text',
    raw_code: 'text',
    raw_message: 'text',
    abecs_code: 'text',
    advice_code: 'text',
    http_status: 'bigint',
    decline_class: 'text',
    reason: 'text',
  },
};

export type ResultRow = Omit<
  TransactionRow,
  'id' | 'merchant_id' | 'reference_id' | 'amount' | 'created_at' | 'asked'
>;

export const SET_RESULTS: BulkUpdate<'id', 'version', ResultRow> = {
  table: 'transactions',
  key: { column: 'id', type: 'text' },
  guard: { column: 'version', type: 'bigint' },
  set: {
    version: 'bigint',
    open_movement: 'text',
    status: 'bigint',
    updated_at: 'bigint',
    provider_reference: 'text',
    provider_code: 'text',
    provider_message: 'text',
    authorization_code: 'text',
    eci: 'bigint',
    captured_amount: 'bigint',
    refunded_amount: 'bigint',
    redirect_url: 'text',
  },
};
