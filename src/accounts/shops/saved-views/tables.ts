import type { RoomMigrations } from '../../../platform/database/index.ts';

export interface SavedViewRow {
  id: string;
  person_id: number;
  user_id: number;
  /** `sales` */
  screen: string;
  name: string;
  /** The screen's part of the address. */
  query: string;
  /** JSON array of the columns shown. */
  columns: string;
  /** 1: the whole team sees it. */
  shared: number;
  created_at: number;
}

export interface SavedViewTables {
  saved_views: SavedViewRow;
}

export const savedViewMigrations: RoomMigrations = {
  '0910-saved-views': {
    up: async (database) => {
      await database.schema
        .createTable('saved_views')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('person_id', 'bigint', (column) =>
          column.notNull().references('persons.id').onDelete('cascade'),
        )
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('screen', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('query', 'text', (column) => column.notNull())
        .addColumn('columns', 'text', (column) => column.notNull())
        .addColumn('shared', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createIndex('saved_views_of_person')
        .on('saved_views')
        .columns(['person_id', 'screen'])
        .execute();
      await database.schema
        .createTable('refund_limits')
        .addColumn('person_id', 'bigint', (column) =>
          column.primaryKey().references('persons.id').onDelete('cascade'),
        )
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
