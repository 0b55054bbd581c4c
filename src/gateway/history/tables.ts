import type { BulkTable, RoomMigrations } from '../../platform/index.ts';

export interface EventRow {
  transaction_id: string;
  /** Ordered by time, never used twice. */
  id: string;
  at: number;
  kind: string;
  cause: string;
  request_id: string | null;
  /** Flat JSON. */
  details: string;
}

export interface HistoryTables {
  transaction_events: EventRow;
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
};

export const EVENTS: BulkTable<EventRow> = {
  name: 'transaction_events',
  columns: {
    transaction_id: 'text',
    id: 'text',
    at: 'bigint',
    kind: 'text',
    cause: 'text',
    request_id: 'text',
    details: 'text',
  },
};
