import type { Kysely } from 'kysely';
import type { ClientCard } from './client-card.ts';
import { CLIENT_CARDS, type ClientCardTables } from './tables.ts';

type Tables = Kysely<ClientCardTables>;

/** In the order of the ids. */
export async function selectCards(tables: Tables, clientId: number): Promise<readonly ClientCard[]> {
  const rows = await tables
    .selectFrom('client_cards')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
  return rows.map(CLIENT_CARDS.fromRow);
}

export async function findCard(
  tables: Tables,
  personId: number,
  id: number,
): Promise<ClientCard | undefined> {
  const row = await tables
    .selectFrom('client_cards')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && CLIENT_CARDS.fromRow(row);
}

export async function insertCard(tables: Tables, card: ClientCard): Promise<void> {
  await tables.insertInto('client_cards').values(CLIENT_CARDS.toRow(card)).execute();
}

export async function updateCard(tables: Tables, card: ClientCard): Promise<void> {
  const { id, ...row } = CLIENT_CARDS.toRow(card);
  await tables.updateTable('client_cards').set(row).where('id', '=', id).execute();
}

/** Clears the preferred mark of all cards of the client. */
export async function clearPreferred(tables: Tables, clientId: number): Promise<void> {
  await tables
    .updateTable('client_cards')
    .set({ preferred: 0 })
    .where('client_id', '=', clientId)
    .where('preferred', '=', 1)
    .execute();
}

export async function deleteCards(tables: Tables, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tables.deleteFrom('client_cards').where('id', 'in', ids).execute();
}
