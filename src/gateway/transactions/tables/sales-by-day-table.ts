import {
  type BulkTable,
  defineTable,
  type RoomMigrations,
  type RowOf,
} from '../../../platform/database/index.ts';
import { FIGURE_COLUMNS, FIGURE_NAMES } from '../../../platform/figures.ts';
import type { DaysTable } from '../../../platform/lists/days.ts';
import type { DayFigures } from '../rules/day-figures.ts';

/** Figures of one merchant, day and status; sharded, so that two instances rarely wait for the same row. */
export type StoredDay = DayFigures & { readonly shard: number };

export interface SalesByDayTables {
  sales_by_day: RowOf<StoredDay>;
  sales_by_day_zone: { id: number; time_zone: string };
}

export const SALES_BY_DAY: DaysTable = { name: 'sales_by_day', owner: 'merchant_id' };

/** Commits add their difference to the stored figures. */
export const ADD_TO_DAYS: BulkTable<StoredDay> = {
  ...defineTable<StoredDay>('sales_by_day', {
    merchantId: 'bigint',
    day: 'text',
    status: 'bigint',
    shard: 'bigint',
    ...FIGURE_COLUMNS,
  }),
  adding: {
    key: ['merchantId', 'day', 'status', 'shard'],
    sums: FIGURE_NAMES,
  },
};

export const salesByDayMigrations: RoomMigrations = {
  '0610-sales-by-day': {
    up: async (database) => {
      await database.schema
        .createTable('sales_by_day')
        .addColumn('merchant_id', 'bigint', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('shard', 'integer', (column) => column.notNull())
        .addColumn('sales', 'bigint', (column) => column.notNull())
        .addColumn('captured', 'bigint', (column) => column.notNull())
        .addColumn('captured_sum', 'bigint', (column) => column.notNull())
        .addColumn('refunded', 'bigint', (column) => column.notNull())
        .addColumn('refunded_sum', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('sales_by_day_key', ['merchant_id', 'day', 'status', 'shard'])
        .execute();
      await database.schema
        .createTable('sales_by_day_zone')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('time_zone', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
