import type { Kysely } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import {
  physicalOf,
  physicalSettings,
  rowOfPhysical,
  rowOfTerminal,
  type TerminalTables,
  terminalOf,
} from './tables.ts';
import type { PhysicalTerminal, Terminal } from './terminal.ts';

type Tables = Kysely<TerminalTables>;

export async function insertTerminal(tables: Tables, terminal: Terminal): Promise<void> {
  await tables.insertInto('terminals').values(rowOfTerminal(terminal)).execute();
}

export async function updateTerminal(tables: Tables, terminal: Terminal): Promise<void> {
  const { id, ...row } = rowOfTerminal(terminal);
  await tables.updateTable('terminals').set(row).where('id', '=', id).execute();
}

/** `terminalId`: the terminal that it is created for, if it is. */
export async function insertPhysicalTerminal(
  tables: Tables,
  physical: PhysicalTerminal,
  terminalId?: number,
): Promise<void> {
  await tables.insertInto('physical_terminals').values(rowOfPhysical(physical, terminalId)).execute();
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
  return row && physicalOf(row);
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
  if (row) return physicalOf(row);
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
  return row && terminalOf(row);
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

/** Newest first: those in use, or the archived ones. */
export async function selectNewestTerminals(
  tables: Tables,
  { personId, archived }: { readonly personId: number; readonly archived: boolean },
  { beforeId, limit }: PageBelow,
): Promise<readonly ListedTerminal[]> {
  let query = listed(tables, personId).where('archived', archived ? '=' : 'is', archived ? 1 : null);
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
  return rows.map(physicalOf);
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
  return rows.map(physicalOf);
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
  row: TerminalTables['terminals'] & {
    readonly physical_name: string;
    readonly installation_id: string;
    readonly physical_settings: string | null;
  },
): ListedTerminal {
  return {
    id: row.id,
    terminal: terminalOf(row),
    physical: {
      id: row.physical_terminal_id,
      personId: row.person_id,
      name: row.physical_name,
      installationId: row.installation_id,
      settings: physicalSettings(row.physical_settings),
    },
  };
}
