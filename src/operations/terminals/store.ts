import type { Kysely } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import { physicalSettings, toPhysical } from './physical-row.ts';
import type { TerminalRow, TerminalTables } from './tables.ts';
import type { PhysicalTerminal, Settings, Terminal } from './terminal.ts';

type Tables = Kysely<TerminalTables>;

export async function insertTerminal(tables: Tables, terminal: Terminal): Promise<void> {
  await tables.insertInto('terminals').values(toRow(terminal)).execute();
}

export async function updateTerminal(tables: Tables, terminal: Terminal): Promise<void> {
  const { id, ...row } = toRow(terminal);
  await tables.updateTable('terminals').set(row).where('id', '=', id).execute();
}

/** `terminalId`: the terminal that it is created for, if it is. */
export async function insertPhysicalTerminal(
  tables: Tables,
  physical: PhysicalTerminal,
  terminalId?: number,
): Promise<void> {
  await tables
    .insertInto('physical_terminals')
    .values({
      id: physical.id,
      person_id: physical.personId,
      name: physical.name,
      installation_id: physical.installationId,
      terminal_id: terminalId ?? null,
      settings: JSON.stringify(physical.settings),
    })
    .execute();
}

/** Renames the physical terminal that was created for a terminal to the terminal's name. */
export async function renameOwnPhysicalTerminal(tables: Tables, terminal: Terminal): Promise<void> {
  await tables
    .updateTable('physical_terminals')
    .set({ name: terminal.name })
    .where('id', '=', terminal.physicalTerminalId)
    .where('terminal_id', '=', terminal.id)
    .execute();
}

/** Names the payment client that is installed on a physical terminal; an empty text: none. */
export async function setInstallation(
  tables: Tables,
  physicalTerminalId: number,
  installationId: string,
): Promise<void> {
  await tables
    .updateTable('physical_terminals')
    .set({ installation_id: installationId })
    .where('id', '=', physicalTerminalId)
    .execute();
}

/** Replaces the name and the settings. */
export async function updatePhysicalTerminal(tables: Tables, physical: PhysicalTerminal): Promise<void> {
  await tables
    .updateTable('physical_terminals')
    .set({ name: physical.name, settings: JSON.stringify(physical.settings) })
    .where('id', '=', physical.id)
    .execute();
}

/** Of any person. */
export async function findPhysicalTerminal(
  tables: Tables,
  id: number,
): Promise<PhysicalTerminal | undefined> {
  const row = await tables
    .selectFrom('physical_terminals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPhysical(row);
}

/** The physical terminal of a person by the name of what is installed on it, else by its id. */
export async function findInstallation(
  tables: Tables,
  personId: number,
  asked: string,
): Promise<PhysicalTerminal | undefined> {
  const row = await tables
    .selectFrom('physical_terminals')
    .selectAll()
    .where('person_id', '=', personId)
    .where('installation_id', '=', asked)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row) return toPhysical(row);
  const found = /^[1-9]\d{0,14}$/.test(asked) ? await findPhysicalTerminal(tables, Number(asked)) : undefined;
  return found?.personId === personId ? found : undefined;
}

export async function findTerminal(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Terminal | undefined> {
  const row = await tables
    .selectFrom('terminals')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** The id of the person's oldest terminal that names this printer. */
export async function findTerminalOfPrinter(
  tables: Tables,
  personId: number,
  printerId: number,
): Promise<number | undefined> {
  const row = await tables
    .selectFrom('terminals')
    .select('id')
    .where('person_id', '=', personId)
    .where('printer_id', '=', printerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The names of the terminals with these ids. */
export async function findTerminalNames(
  tables: Tables,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables.selectFrom('terminals').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function hasPhysicalTerminal(tables: Tables, personId: number, id: number): Promise<boolean> {
  const row = await tables
    .selectFrom('physical_terminals')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ListedTerminal {
  readonly id: number;
  readonly terminal: Terminal;
  readonly physical: PhysicalTerminal;
}

/** In the order of the ids. */
export async function selectTerminals(
  tables: Tables,
  personId: number,
  page: ListPage,
): Promise<readonly ListedTerminal[]> {
  const rows = await listed(tables, personId)
    .where('terminals.id', '>', page.afterId)
    .orderBy('terminals.id')
    .limit(page.limit)
    .execute();
  return rows.map(toListed);
}

/** Newest first. */
export async function selectNewestTerminals(
  tables: Tables,
  personId: number,
  { beforeId, limit }: PageBelow,
): Promise<readonly ListedTerminal[]> {
  let query = listed(tables, personId);
  if (beforeId !== undefined) query = query.where('terminals.id', '<', beforeId);
  const rows = await query.orderBy('terminals.id', 'desc').limit(limit).execute();
  return rows.map(toListed);
}

export async function findListedTerminal(
  tables: Tables,
  personId: number,
  id: number,
): Promise<ListedTerminal | undefined> {
  const row = await listed(tables, personId).where('terminals.id', '=', id).executeTakeFirst();
  return row && toListed(row);
}

/** In the order of the ids. */
export async function selectPhysicalPage(
  tables: Tables,
  personId: number,
  page: ListPage,
): Promise<readonly PhysicalTerminal[]> {
  const rows = await tables
    .selectFrom('physical_terminals')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map(toPhysical);
}

/** Newest first. */
export async function selectPhysicalTerminals(
  tables: Tables,
  personId: number,
  limit: number,
): Promise<readonly PhysicalTerminal[]> {
  const rows = await tables
    .selectFrom('physical_terminals')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toPhysical);
}

function listed(tables: Tables, personId: number) {
  return tables
    .selectFrom('terminals')
    .innerJoin('physical_terminals', 'physical_terminals.id', 'terminals.physical_terminal_id')
    .selectAll('terminals')
    .select([
      'physical_terminals.name as physical_name',
      'physical_terminals.installation_id',
      'physical_terminals.settings as physical_settings',
    ])
    .where('terminals.person_id', '=', personId);
}

function toListed(
  row: TerminalRow & {
    readonly physical_name: string;
    readonly installation_id: string;
    readonly physical_settings: string | null;
  },
): ListedTerminal {
  return {
    id: row.id,
    terminal: fromRow(row),
    physical: {
      id: row.physical_terminal_id,
      personId: row.person_id,
      name: row.physical_name,
      installationId: row.installation_id,
      settings: physicalSettings(row.physical_settings),
    },
  };
}

function toRow(terminal: Terminal): TerminalRow {
  return {
    id: terminal.id,
    person_id: terminal.personId,
    name: terminal.name,
    physical_terminal_id: terminal.physicalTerminalId,
    printer_id: terminal.printerId ?? null,
    settings: JSON.stringify(terminal.settings),
    changed_at: terminal.lastChange?.at ?? null,
    changed_by: terminal.lastChange?.personId ?? null,
  };
}

function fromRow(row: TerminalRow): Terminal {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    physicalTerminalId: row.physical_terminal_id,
    printerId: row.printer_id ?? undefined,
    settings: JSON.parse(row.settings) as Settings,
    lastChange:
      row.changed_at === null || row.changed_by === null
        ? undefined
        : { at: row.changed_at, personId: row.changed_by },
  };
}
