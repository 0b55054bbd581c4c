import type { Written } from '../../accounts/options.ts';
import { type Database, lockSequence } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { type Client, type ClientChanges, changedClient, newClient } from './client.ts';
import { findClient, findClientByDocument, insertClient, updateClient } from './store.ts';
import type { ClientTables } from './tables.ts';

export interface ClientToSave {
  readonly personId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  readonly changes: ClientChanges;
}

/** Adds a client, or edits the one with the id. Refusals: not_found, records_exceeded. */
export function saveClient(
  database: Database,
  request: ClientToSave,
  written: Written<Client>,
): Promise<Client> {
  const { personId, changes } = request;
  return database.write(async (transaction) => {
    const tables = transaction.tables<ClientTables>();
    if (request.id === undefined) {
      const client = newClient(await newRecordId(transaction, 'client', personId), personId, changes);
      await insertClient(tables, client);
      await written(transaction, client);
      return client;
    }
    // One at a time, so that concurrent edits do not overwrite each other.
    await lockSequence(transaction, 'client');
    const found = await findClient(tables, personId, request.id);
    if (!found) throw operationRefuse('not_found');
    const client = changedClient(found, changes);
    await updateClient(tables, client);
    await written(transaction, client);
    return client;
  });
}

/**
 * The client with the document, or a new one made of a buyer; twice at once makes one. Who buys again is archived no
 * longer. Refusal: records_exceeded.
 */
export function clientOfBuyer(
  database: Database,
  { personId, changes }: Omit<ClientToSave, 'id'>,
  written: Written<Client>,
): Promise<Client> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<ClientTables>();
    await lockSequence(transaction, 'client');
    const known = await findClientByDocument(tables, personId, changes.document.text);
    if (known && !known.archived) return known;
    if (known) {
      const used = { ...known, archived: false };
      await updateClient(tables, used);
      await written(transaction, used);
      return used;
    }
    const client = newClient(await newRecordId(transaction, 'client', personId), personId, changes);
    await insertClient(tables, client);
    await written(transaction, client);
    return client;
  });
}
