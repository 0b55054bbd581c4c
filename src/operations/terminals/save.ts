import type { Written } from '../../accounts/options.ts';
import { type Database, lockSequence, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import {
  findTerminal,
  hasPhysicalTerminal,
  insertPhysicalTerminal,
  insertTerminal,
  renameOwnPhysicalTerminal,
  setInstallation,
  updateTerminal,
} from './store.ts';
import type { TerminalTables } from './tables.ts';
import {
  changedTerminal,
  DEFAULT_PHYSICAL_SETTINGS,
  DEFAULT_SETTINGS,
  type Terminal,
  type TerminalChange,
  type TerminalChanges,
} from './terminal.ts';

export interface TerminalToSave {
  readonly personId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  /** Undefined: keeps the current one; a new terminal gets its own. */
  readonly physicalTerminalId: number | undefined;
  /** Of the physical terminal; undefined: as it is. */
  readonly installationId: string | undefined;
  readonly changes: TerminalChanges;
  readonly change: TerminalChange;
}

/** Adds a terminal, or edits the one with the id. Refusals: not_found, records_exceeded. */
export function saveTerminal(
  database: Database,
  request: TerminalToSave,
  written: Written<Terminal>,
): Promise<Terminal> {
  return database.write(async (transaction) => {
    await refuseForeignPhysicalTerminal(transaction, request);
    const terminal = await (request.id === undefined
      ? addTerminal(transaction, request)
      : editTerminal(transaction, request.id, request));
    if (request.installationId !== undefined) {
      await setInstallation(
        transaction.tables<TerminalTables>(),
        terminal.physicalTerminalId,
        request.installationId,
      );
    }
    await written(transaction, terminal);
    return terminal;
  });
}

async function refuseForeignPhysicalTerminal(
  transaction: WriteTransaction,
  { personId, physicalTerminalId }: TerminalToSave,
): Promise<void> {
  if (physicalTerminalId === undefined) return;
  if (await hasPhysicalTerminal(transaction.tables<TerminalTables>(), personId, physicalTerminalId)) return;
  throw operationRefuse('not_found', { message: 'Terminal físico não encontrado.' });
}

async function addTerminal(transaction: WriteTransaction, request: TerminalToSave): Promise<Terminal> {
  const { personId, changes } = request;
  const tables = transaction.tables<TerminalTables>();
  const id = await newRecordId(transaction, 'terminal', personId);
  const physicalTerminalId = request.physicalTerminalId ?? (await nextId(transaction, 'physical_terminal'));
  if (request.physicalTerminalId === undefined) {
    const { name } = changes;
    const physical = {
      id: physicalTerminalId,
      personId,
      name,
      installationId: '',
      settings: DEFAULT_PHYSICAL_SETTINGS,
    };
    await insertPhysicalTerminal(tables, physical, id);
  }
  const blank: Terminal = {
    id,
    personId,
    name: changes.name,
    physicalTerminalId,
    printerId: undefined,
    settings: DEFAULT_SETTINGS,
    lastChange: undefined,
    archived: false,
  };
  const terminal = { ...changedTerminal(blank, changes, physicalTerminalId), lastChange: request.change };
  await insertTerminal(tables, terminal);
  return terminal;
}

async function editTerminal(
  transaction: WriteTransaction,
  id: number,
  { personId, physicalTerminalId, changes, change }: TerminalToSave,
): Promise<Terminal> {
  // One at a time, so that concurrent edits do not overwrite each other.
  await lockSequence(transaction, 'terminal');
  const tables = transaction.tables<TerminalTables>();
  const found = await findTerminal(tables, personId, id);
  if (!found) throw operationRefuse('not_found');
  const changed = changedTerminal(found, changes, physicalTerminalId ?? found.physicalTerminalId);
  const terminal = { ...changed, lastChange: change };
  await updateTerminal(tables, terminal);
  if (terminal.name !== found.name) await renameOwnPhysicalTerminal(tables, terminal);
  return terminal;
}
