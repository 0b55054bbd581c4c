import { type Kysely, sql } from 'kysely';
import { defineTable, type RoomMigrations, type RowOf } from '../../platform/database/index.ts';
import {
  DEFAULT_PHYSICAL_SETTINGS,
  type PhysicalSettings,
  type PhysicalTerminal,
  type Settings,
  type Terminal,
} from './terminal.ts';

/** The settings as JSON; undefined: as they are by default. */
type StoredPhysicalTerminal = Omit<PhysicalTerminal, 'settings'> & {
  /** The terminal that it was created for, whose name it has. */
  readonly terminalId: number | undefined;
  readonly settings: string | undefined;
};

/** The settings as JSON; the last change undefined: none since this is kept. */
type StoredTerminal = Omit<Terminal, 'settings' | 'lastChange' | 'archived'> & {
  readonly settings: string;
  readonly archived: 1 | undefined;
  readonly changedAt: number | undefined;
  readonly changedBy: number | undefined;
};

type PhysicalTerminalRow = RowOf<StoredPhysicalTerminal>;
type TerminalRow = RowOf<StoredTerminal>;

export interface TerminalTables {
  physical_terminals: PhysicalTerminalRow;
  terminals: TerminalRow;
}

const PHYSICAL_TERMINALS = defineTable<StoredPhysicalTerminal>('physical_terminals', {
  id: 'bigint',
  personId: 'bigint',
  name: 'text',
  installationId: 'text',
  terminalId: 'bigint?',
  settings: 'text?',
});

const TERMINALS = defineTable<StoredTerminal>('terminals', {
  id: 'bigint',
  personId: 'bigint',
  name: 'text',
  physicalTerminalId: 'bigint',
  printerId: 'bigint?',
  settings: 'text',
  changedAt: 'bigint?',
  changedBy: 'bigint?',
  archived: 'bigint?',
});

/** `terminalId`: the terminal that it is created for, if it is. */
export function rowOfPhysical(physical: PhysicalTerminal, terminalId?: number): PhysicalTerminalRow {
  return PHYSICAL_TERMINALS.toRow({ ...physical, terminalId, settings: JSON.stringify(physical.settings) });
}

export function physicalOf(row: PhysicalTerminalRow): PhysicalTerminal {
  const { terminalId: _createdFor, settings, ...physical } = PHYSICAL_TERMINALS.fromRow(row);
  return { ...physical, settings: physicalSettings(settings) };
}

export function physicalSettings(text: string | null | undefined): PhysicalSettings {
  return { ...DEFAULT_PHYSICAL_SETTINGS, ...(JSON.parse(text ?? '{}') as Partial<PhysicalSettings>) };
}

export function rowOfTerminal(terminal: Terminal): TerminalRow {
  const { settings, lastChange, archived } = terminal;
  return TERMINALS.toRow({
    ...terminal,
    archived: archived ? 1 : undefined,
    settings: JSON.stringify(settings),
    changedAt: lastChange?.at,
    changedBy: lastChange?.personId,
  });
}

export function terminalOf(row: TerminalRow): Terminal {
  const { settings, archived, changedAt: at, changedBy: personId, ...terminal } = TERMINALS.fromRow(row);
  const lastChange = at === undefined || personId === undefined ? undefined : { at, personId };
  return { ...terminal, settings: JSON.parse(settings) as Settings, lastChange, archived: archived === 1 };
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
  '2026-11-27-archived-terminals': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema.alterTable('terminals').addColumn('archived', 'bigint').execute();
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
