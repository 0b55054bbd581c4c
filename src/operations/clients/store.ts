import type { Kysely } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import type { Client } from './client.ts';
import { type ClientTables, clientOf, rowOfClient } from './tables.ts';

type Tables = Kysely<ClientTables>;

export async function insertClient(tables: Tables, client: Client): Promise<void> {
  await tables.insertInto('clients').values(rowOfClient(client)).execute();
}

export async function updateClient(tables: Tables, client: Client): Promise<void> {
  const { id, ...row } = rowOfClient(client);
  await tables.updateTable('clients').set(row).where('id', '=', id).execute();
}

export async function findClient(tables: Tables, personId: number, id: number): Promise<Client | undefined> {
  const client = await findAnyClient(tables, id);
  return client?.personId === personId ? client : undefined;
}

/** The oldest with the document: a person has few enough clients to look through. */
export async function findClientByDocument(
  tables: Tables,
  personId: number,
  document: string,
): Promise<Client | undefined> {
  const row = await tables
    .selectFrom('clients')
    .selectAll()
    .where('person_id', '=', personId)
    .where('document', '=', document)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && clientOf(row);
}

/** A client of any seller: the caller checks the permission for that seller. */
export async function findAnyClient(tables: Tables, id: number): Promise<Client | undefined> {
  const row = await tables.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row && clientOf(row);
}

/** Of any seller. */
export async function findClients(tables: Tables, ids: readonly number[]): Promise<readonly Client[]> {
  if (ids.length === 0) return [];
  const rows = await tables.selectFrom('clients').selectAll().where('id', 'in', ids).execute();
  return rows.map(clientOf);
}

/** In the order of the ids. */
export async function selectClients(
  tables: Tables,
  personId: number,
  page: ListPage,
): Promise<readonly Client[]> {
  const rows = await tables
    .selectFrom('clients')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map(clientOf);
}

/** Newest first: those in use, or the archived ones. */
export async function selectNewestClients(
  tables: Tables,
  { personId, archived }: { readonly personId: number; readonly archived: boolean },
  { beforeId, limit }: PageBelow,
): Promise<readonly Client[]> {
  let query = tables
    .selectFrom('clients')
    .selectAll()
    .where('person_id', '=', personId)
    .where('archived', archived ? '=' : 'is', archived ? 1 : null);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(clientOf);
}
