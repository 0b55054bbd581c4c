import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf, WITHDRAWN } from '../../platform/database/index.ts';

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
  '0617-events-by-key': { up: storeByKey },
  '0671-ids-of-events-of-16-bytes': { up: storeIdsAsUuid },
  '0990-packed-events': WITHDRAWN,
};

/** On SQLite rows lie in the order of their key: an index beside them held the key, a third of each row, once more. */
async function storeByKey(database: Kysely<unknown>): Promise<void> {
  if (database.getExecutor().adapter instanceof PostgresAdapter) return;
  const run = (text: string) => sql.raw(text).execute(database);
  await run(`create table events_by_key (
    transaction_id text not null,
    id text not null,
    at bigint not null,
    kind text not null,
    cause text not null,
    request_id text,
    details text not null,
    user_id bigint,
    reason text,
    primary key (transaction_id, id)
  ) without rowid`);
  const columns = 'transaction_id, id, at, kind, cause, request_id, details, user_id, reason';
  await run(
    `insert into events_by_key (${columns}) select ${columns} from transaction_events order by transaction_id, id`,
  );
  await run('drop table transaction_events');
  await run('alter table events_by_key rename to transaction_events');
}

/** As those of transactions are (0670). */
async function storeIdsAsUuid(database: Kysely<unknown>): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`alter table transaction_events alter column transaction_id type uuid using transaction_id::uuid`.execute(
    database,
  );
  await sql`analyze transaction_events`.execute(database);
}

export const EVENTS = defineTable<StoredEvent>('transaction_events', {
  transactionId: 'uuid',
  id: 'text',
  at: 'bigint',
  kind: 'text',
  cause: 'text',
  requestId: 'text?',
  details: 'text',
  userId: 'bigint?',
  reason: 'text?',
});
