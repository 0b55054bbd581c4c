import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';
import {
  type BulkTable,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';
import { FIGURE_COLUMNS, FIGURE_NAMES } from '../../../platform/figures.ts';
import type { DaysTable } from '../../../platform/lists/days.ts';
import type { StatusFigures } from './sale-figures.ts';

/** Figures of one person, day, status and payment method; sharded, so that two instances rarely wait for the same row. */
export interface StoredTillDay extends StatusFigures {
  readonly personId: number;
  /** Local day on which the sales were made. */
  readonly day: string;
  readonly methodId: number;
  readonly shard: number;
}

export interface ListedSaleTables {
  till_sales_by_day: RowOf<StoredTillDay>;
  /** The time zone of the days. */
  till_sales_by_day_zone: { id: number; time_zone: string };
}

export const TILL_SALES_BY_DAY: DaysTable = {
  name: 'till_sales_by_day',
  owner: 'person_id',
  apart: ['method_id'],
  changedToo: 'sales',
};

/** Commits add their difference to the stored figures. */
export const ADD_TO_TILL_DAYS: BulkTable<StoredTillDay> = {
  ...defineTable<StoredTillDay>('till_sales_by_day', {
    personId: 'bigint',
    day: 'text',
    status: 'bigint',
    methodId: 'bigint',
    shard: 'bigint',
    ...FIGURE_COLUMNS,
  }),
  adding: {
    key: ['personId', 'day', 'status', 'methodId', 'shard'],
    sums: FIGURE_NAMES,
  },
};

export const listedSalesMigrations: RoomMigrations = {
  '0574-listed-sales': {
    up: async (database: Kysely<unknown>) => {
      await addColumns(database);
      await createIndexes(database);
      await createDays(database, []);
      await createZone(database);
    },
  },
  // The next start counts without the sales that only store a card. An empty zone would fill the search columns again too.
  '0584-till-days-without-stored-cards': {
    up: async (database: Kysely<unknown>) => {
      await sql`update till_sales_by_day_zone set time_zone = 'to be counted'`.execute(database);
    },
  },
  // The next start counts them by method.
  '2026-11-26-till-days-by-method': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.dropTable('till_sales_by_day').execute();
      await createDays(database, ['method_id']);
      await sql`update till_sales_by_day_zone set time_zone = 'to be counted' where time_zone <> ''`.execute(
        database,
      );
    },
  },
};

/** Days and search columns of older sales are filled at the start (fill-till-days.ts). */
async function addColumns(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const alter = () => database.schema.alterTable('sales');
  await alter()
    .addColumn('day', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await alter().addColumn('credited_at', 'bigint').execute();
  const texts = ['transaction_id', 'client_document', 'nsu', 'authorization_code', 'brand', 'acquirer'];
  for (const name of texts) await alter().addColumn(name, 'text').execute();
  // By bytes on both engines, so that the beginning of a name is a range of the index.
  await alter()
    .addColumn('client_key', isPostgres ? sql`text collate "C"` : 'text')
    .execute();
  await sql`update sales set
    credited_at = (select min(at) from sale_events where sale_id = sales.id and sale_events.status = 10),
    transaction_id = (select transaction_id from charges where owner = 'sale' and owner_id = sales.id)`.execute(
    database,
  );
}

/** In the order of their use: the most selective column comes first, so that one index serves one person and all. */
const SEARCHED = ['reference', 'nsu', 'authorization_code', 'client_document', 'client_key'] as const;
const LISTED = {
  sales_listed: ['person_id', 'created_at', 'id'],
  sales_listed_by_status: ['person_id', 'status', 'created_at', 'id'],
  sales_listed_of_all: ['created_at', 'id'],
  sales_listed_of_all_by_status: ['status', 'created_at', 'id'],
} as const;

async function createIndexes(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.dropIndex('sales_reference').execute();
  for (const column of SEARCHED) {
    await schema
      .createIndex(`sales_by_${column}`)
      .on('sales')
      .columns([column, 'person_id', 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
  for (const [name, columns] of Object.entries(LISTED)) {
    await schema
      .createIndex(name)
      .on('sales')
      .columns([...columns])
      .where(sql.ref('transaction_id'), 'is', null)
      .execute();
  }
}

async function createDays({ schema }: Kysely<unknown>, apart: readonly string[]): Promise<void> {
  const number = (name: string) => [name, 'bigint'] as const;
  const columns = [
    number('person_id'),
    ['day', 'text'] as const,
    ...['status', ...apart, 'shard', 'sales', 'captured', 'captured_sum', 'refunded', 'refunded_sum'].map(
      number,
    ),
  ];
  const days = columns.reduce<CreateTableBuilder<string, string>>(
    (table, [name, type]) => table.addColumn(name, type, (column) => column.notNull()),
    schema.createTable('till_sales_by_day'),
  );
  await days
    .addPrimaryKeyConstraint('till_sales_by_day_key', ['person_id', 'day', 'status', ...apart, 'shard'])
    .execute();
}

async function createZone({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('till_sales_by_day_zone')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .execute();
}
