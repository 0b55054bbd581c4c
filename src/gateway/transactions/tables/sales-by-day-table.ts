import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import {
  type BulkTable,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';
import { FIGURE_COLUMNS, FIGURE_NAMES } from '../../../platform/figures.ts';
import type { DaysTable } from '../../../platform/lists/days.ts';
import type { DayFigures } from '../rules/day-figures.ts';

/** Figures of one merchant, day, status and kind; sharded, so that two instances rarely wait for the same row. */
export type StoredDay = DayFigures & { readonly shard: number };

export interface SalesByDayTables {
  sales_by_day: RowOf<StoredDay>;
  sales_by_day_zone: { id: number; time_zone: string };
}

export const SALES_BY_DAY: DaysTable = { name: 'sales_by_day', owner: 'merchant_id', apart: ['kind'] };

/** Commits add their difference to the stored figures. */
export const ADD_TO_DAYS: BulkTable<StoredDay> = {
  ...defineTable<StoredDay>('sales_by_day', {
    merchantId: 'bigint',
    day: 'text',
    status: 'bigint',
    kind: 'text',
    shard: 'bigint',
    ...FIGURE_COLUMNS,
  }),
  adding: {
    key: ['merchantId', 'day', 'status', 'kind', 'shard'],
    sums: FIGURE_NAMES,
  },
};

export const salesByDayMigrations: RoomMigrations = {
  '0610-sales-by-day': {
    up: async (database) => {
      await createDays(database, ['merchant_id', 'day', 'status', 'shard']);
      await database.schema
        .createTable('sales_by_day_zone')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('time_zone', 'text', (column) => column.notNull())
        .execute();
    },
  },
  // The next start counts them by kind.
  '2026-11-26-figures-by-kind': {
    up: async (database) => {
      await database.schema.dropTable('sales_by_day').execute();
      await createDays(database, ['merchant_id', 'day', 'status', 'kind', 'shard']);
      await sql`update sales_by_day_zone set time_zone = 'to be counted'`.execute(database);
    },
  },
  // What banks took back counts as gone: the next start counts again.
  '2026-11-26-figures-of-money-taken-back': {
    up: async (database) => {
      await sql`update sales_by_day_zone set time_zone = 'to be counted'`.execute(database);
    },
  },
};

type KeyColumn = 'merchant_id' | 'day' | 'status' | 'kind' | 'shard';

const KEY_TYPES = {
  merchant_id: 'bigint',
  day: 'text',
  status: 'integer',
  kind: 'text',
  shard: 'integer',
} as const;
const FIGURES = ['sales', 'captured', 'captured_sum', 'refunded', 'refunded_sum'] as const;

async function createDays({ schema }: Kysely<unknown>, key: readonly KeyColumn[]): Promise<void> {
  let table: CreateTableBuilder<string, string> = schema.createTable('sales_by_day');
  for (const name of key) table = table.addColumn(name, KEY_TYPES[name], (column) => column.notNull());
  for (const name of FIGURES) table = table.addColumn(name, 'bigint', (column) => column.notNull());
  await table.addPrimaryKeyConstraint('sales_by_day_key', [...key]).execute();
}
