import { sql } from 'kysely';
import type { BulkTable, BulkUpdate, RoomMigrations } from '../../platform/database/index.ts';
import type { MessageKind, NewPostbackRow, PostbackState } from './postback.ts';

/**
 * Where a waiting postback stands. `inbox`: ordered by due time; all arrive here. `queue`: due, but its
 * receiver has no free slot. `behind`: an earlier postback of its transaction is still waiting.
 */
export type Lane = 'inbox' | 'queue' | 'behind';

export interface PostbackRow {
  /** What the message is about: messages with the same name form a queue and are sent in the order of their versions. */
  transaction_id: string;
  version: number;
  merchant_id: number;
  receiver: string;
  url: string;
  /** What it tells, as JSON: of a postback the text exactly as sent; a callback has an empty body. */
  body: string;
  kind: MessageKind;
  state: PostbackState;
  lane: Lane;
  tries: number;
  /** While claimed: when the claim expires. */
  next_at: number;
  /** Unique for each claim. */
  claimed_by: string | null;
  claimed_until: number | null;
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  ended_at: number | null;
}

export interface PostbackTables {
  postbacks: PostbackRow;
}

/** As the text of the index has it, so that the index serves. */
export const IS_DELIVERED_CALLBACK = sql<boolean>`state = 'delivered' and kind = 'callback'`;

export const postbackMigrations: RoomMigrations = {
  '0650-postbacks': {
    up: async (database) => {
      await database.schema
        .createTable('postbacks')
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('version', 'bigint', (column) => column.notNull())
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('receiver', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
        .addColumn('lane', 'text', (column) => column.notNull().defaultTo('inbox'))
        .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_by', 'text')
        .addColumn('claimed_until', 'bigint')
        .addColumn('last_status', 'integer')
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addPrimaryKeyConstraint('postbacks_key', ['transaction_id', 'version'])
        .execute();
      // created_at is included so that the backlog can be read from the index alone.
      await database.schema
        .createIndex('postbacks_waiting')
        .on('postbacks')
        .columns(['lane', 'next_at', 'created_at'])
        .where(sql.ref('state'), '=', sql.lit('waiting'))
        .execute();
      await database.schema
        .createIndex('postbacks_queued')
        .on('postbacks')
        .columns(['receiver', 'next_at'])
        .where(sql.ref('lane'), '=', sql.lit('queue'))
        .execute();
      await database.schema
        .createIndex('postbacks_failed')
        .on('postbacks')
        .columns(['merchant_id', 'transaction_id', 'version'])
        .where(sql.ref('state'), '=', sql.lit('failed'))
        .execute();
    },
  },
  '0652-postbacks-of-merchant': {
    up: async (database) => {
      await database.schema
        .createIndex('postbacks_of_merchant')
        .on('postbacks')
        .columns(['merchant_id', 'transaction_id', 'version'])
        .execute();
    },
  },
  '0655-kind-of-postbacks': {
    up: async (database) => {
      await database.schema
        .alterTable('postbacks')
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo('postback'))
        .execute();
    },
  },
  // Lists are in the order of time: names of callbacks' queues, such as `venda-12`, are not, as ids of transactions are.
  '0660-postbacks-by-time': {
    up: async ({ schema }) => {
      await schema.dropIndex('postbacks_of_merchant').execute();
      await schema.dropIndex('postbacks_failed').execute();
      await schema.createIndex('postbacks_by_time').on('postbacks').column('created_at').execute();
      await schema
        .createIndex('postbacks_of_merchant')
        .on('postbacks')
        .columns(['merchant_id', 'created_at'])
        .execute();
      await schema
        .createIndex('postbacks_failed')
        .on('postbacks')
        .columns(['merchant_id', 'created_at'])
        .where(sql.ref('state'), '=', sql.lit('failed'))
        .execute();
    },
  },
  '0665-delivered-callbacks': {
    up: async ({ schema }) => {
      await schema
        .createIndex('postbacks_delivered_callbacks')
        .on('postbacks')
        .column('ended_at')
        .where(sql<boolean>`state = 'delivered' and transaction_id >= 'g'`)
        .execute();
    },
  },
  '2026-11-26-delivered-callbacks-by-kind': {
    up: async ({ schema }) => {
      await schema.dropIndex('postbacks_delivered_callbacks').execute();
      await schema
        .createIndex('postbacks_delivered_callbacks')
        .on('postbacks')
        .column('ended_at')
        .where(IS_DELIVERED_CALLBACK)
        .execute();
    },
  },
};

/** Inserted by the transactions' room in the commit of the change. */
export const POSTBACKS: BulkTable<NewPostbackRow> = {
  name: 'postbacks',
  columns: {
    transaction_id: 'text',
    version: 'bigint',
    merchant_id: 'bigint',
    receiver: 'text',
    url: 'text',
    body: 'text',
    kind: 'text',
    next_at: 'bigint',
    created_at: 'bigint',
  },
};

export type AttemptRow = Pick<
  PostbackRow,
  | 'state'
  | 'lane'
  | 'tries'
  | 'next_at'
  | 'claimed_by'
  | 'claimed_until'
  | 'last_status'
  | 'last_error'
  | 'ended_at'
>;

/** Only one postback of a transaction is claimed at a time, so transaction and claim identify the row. */
export const RECORD_ATTEMPT: BulkUpdate<'transaction_id', 'claimed_by', AttemptRow> = {
  table: 'postbacks',
  key: { column: 'transaction_id', type: 'text' },
  guard: { column: 'claimed_by', type: 'text' },
  set: {
    state: 'text',
    lane: 'text',
    tries: 'bigint',
    next_at: 'bigint',
    claimed_by: 'text',
    claimed_until: 'bigint',
    last_status: 'bigint',
    last_error: 'text',
    ended_at: 'bigint',
  },
};
