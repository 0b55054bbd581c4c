import { defineTable, type RoomMigrations, type RowOf } from '../../platform/index.ts';

/** An event as stored. */
export interface StoredEvent {
  readonly transactionId: string;
  /** Ordered by time, never reused. */
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  /** The `kind` of its origin. */
  readonly cause: string;
  readonly requestId: string | undefined;
  /** Flat JSON. */
  readonly details: string;
  /** For the panel: the person and the reason. */
  readonly userId: number | undefined;
  readonly reason: string | undefined;
}

export interface HistoryTables {
  transaction_events: RowOf<StoredEvent>;
}

export const historyMigrations: RoomMigrations = {
  '0600-transaction-events': {
    up: async (database) => {
      await database.schema
        .createTable('transaction_events')
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('cause', 'text', (column) => column.notNull())
        .addColumn('request_id', 'text')
        .addColumn('details', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('transaction_events_key', ['transaction_id', 'id'])
        .execute();
    },
  },
  '0606-who-did-it': {
    up: async (database) => {
      await database.schema.alterTable('transaction_events').addColumn('user_id', 'bigint').execute();
      await database.schema.alterTable('transaction_events').addColumn('reason', 'text').execute();
    },
  },
};

export const EVENTS = defineTable<StoredEvent>('transaction_events', {
  transactionId: 'text',
  id: 'text',
  at: 'bigint',
  kind: 'text',
  cause: 'text',
  requestId: 'text?',
  details: 'text',
  userId: 'bigint?',
  reason: 'text?',
});
