import type { Written } from '../accounts/options.ts';
import { type Database, lockSequence } from '../platform/database/index.ts';
import { refusals } from '../platform/refusal.ts';
import { type Client, type ClientTables, findClient, updateClient } from './clients/index.ts';
import { operationRefuse } from './interface/refusals.ts';
import { findNewestClients, type PaymentClientTables } from './payment-clients/index.ts';
import { hasEntriesToCharge, type RecurrenceTables } from './recurrences/index.ts';
import { findOpenShift, type ShiftTables } from './shifts/index.ts';
import { findTerminal, type Terminal, type TerminalTables, updateTerminal } from './terminals/index.ts';

const refuseArchiving = refusals({
  client_charged: {
    status: 409,
    message: 'Este cliente tem recorrências por cobrar. Cancele-as antes de arquivar o cliente.',
  },
  terminal_paired: {
    status: 409,
    message: 'Um programa da maquininha está pareado com este terminal. Despareie-o antes de arquivar.',
  },
  terminal_shift_open: {
    status: 409,
    message: 'O caixa deste terminal está aberto. Feche-o antes de arquivar.',
  },
});

/** A record to put aside, or to take back into use. */
export interface ToArchive {
  readonly personId: number;
  readonly id: number;
  readonly archived: boolean;
}

/** Refusals: not_found, client_charged. */
export function archiveClient(
  database: Database,
  { personId, id, archived }: ToArchive,
  written: Written<Client>,
): Promise<Client> {
  return database.write(async (transaction) => {
    // As in edits, which would overwrite it.
    await lockSequence(transaction, 'client');
    const tables = transaction.tables<ClientTables & RecurrenceTables>();
    const found = await findClient(tables, personId, id);
    if (!found) throw operationRefuse('not_found');
    if (archived && (await hasEntriesToCharge(tables, { personId, clientId: id }))) {
      throw refuseArchiving('client_charged');
    }
    const client = { ...found, archived };
    await updateClient(tables, client);
    await written(transaction, client);
    return client;
  });
}

/** Refusals: not_found, terminal_paired, terminal_shift_open. */
export function archiveTerminal(
  database: Database,
  { personId, id, archived }: ToArchive,
  written: Written<Terminal>,
): Promise<Terminal> {
  return database.write(async (transaction) => {
    await lockSequence(transaction, 'terminal');
    const tables = transaction.tables<TerminalTables & PaymentClientTables & ShiftTables>();
    const found = await findTerminal(tables, personId, id);
    if (!found) throw operationRefuse('not_found');
    if (archived && (await findNewestClients(tables, [id])).size > 0)
      throw refuseArchiving('terminal_paired');
    if (archived && (await findOpenShift(tables, personId, id))) throw refuseArchiving('terminal_shift_open');
    const terminal = { ...found, archived };
    await updateTerminal(tables, terminal);
    await written(transaction, terminal);
    return terminal;
  });
}
