import { type Kysely, sql } from 'kysely';
import type { RoomMigrations } from '../../platform/database/index.ts';

export interface TerminalTables {
  physical_terminals: PhysicalTerminalRow;
  terminals: TerminalRow;
}

export interface PhysicalTerminalRow {
  id: number;
  person_id: number;
  name: string;
  installation_id: string;
  /** The terminal that it was created for, whose name it has. */
  terminal_id: number | null;
  /** JSON of the PhysicalSettings; null: as they are by default. */
  settings: string | null;
}

export interface TerminalRow {
  id: number;
  person_id: number;
  name: string;
  physical_terminal_id: number;
  printer_id: number | null;
  /** JSON of the Settings. */
  settings: string;
  /** The last change by somebody, and whose key or login it was; null: none since this is kept. */
  changed_at: number | null;
  changed_by: number | null;
}

export const terminalMigrations: RoomMigrations = {
  '0554-terminals': {
    up: async (database: Kysely<unknown>) => {
      await createTable(database, 'physical_terminals', (table) =>
        table.addColumn('installation_id', 'text', (column) => column.notNull()),
      );
      await createTable(database, 'terminals', (table) =>
        table
          .addColumn('physical_terminal_id', 'bigint', (column) =>
            column.notNull().references('physical_terminals.id'),
          )
          .addColumn('printer_id', 'bigint')
          .addColumn('settings', 'text', (column) => column.notNull()),
      );
      await database.schema
        .createIndex('terminals_physical')
        .on('terminals')
        .column('physical_terminal_id')
        .execute();
    },
  },
  '0557-physical-terminal-of': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('physical_terminals').addColumn('terminal_id', 'bigint').execute();
      // So far every physical terminal was created with a terminal, before any other could refer to it.
      await sql`update physical_terminals set terminal_id = (
        select min(terminals.id) from terminals where terminals.physical_terminal_id = physical_terminals.id
      )`.execute(database);
    },
  },
  '0599-last-change-of-terminals': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('terminals').addColumn('changed_at', 'bigint').execute();
      await schema.alterTable('terminals').addColumn('changed_by', 'bigint').execute();
    },
  },
  '0586-settings-of-physical-terminals': {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable('physical_terminals').addColumn('settings', 'text').execute();
    },
  },
};

type Table = ReturnType<Kysely<unknown>['schema']['createTable']>;

async function createTable(
  database: Kysely<unknown>,
  name: string,
  add: (table: Table) => Table,
): Promise<void> {
  const table = database.schema
    .createTable(name)
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('person_id', 'bigint', (column) =>
      column.notNull().references('persons.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull());
  await add(table as unknown as Table).execute();
  await database.schema.createIndex(`${name}_person`).on(name).columns(['person_id', 'id']).execute();
}
