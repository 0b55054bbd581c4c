import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import type { CardForms } from './card-forms.ts';
import { type CardNow, type ClientCard, cardsNow, cardToCharge } from './client-card.ts';
import { selectCards } from './store.ts';
import type { ClientCardTables } from './tables.ts';

interface CardRooms {
  readonly database: Pick<Database, 'read'>;
  readonly cardForms: Pick<CardForms, 'find'>;
}

/** The cards of one client with their current states, oldest first. */
export async function readCards(
  { database, cardForms }: CardRooms,
  personId: number,
  clientId: number,
): Promise<readonly CardNow[]> {
  const cards = await ofPerson(database.read<ClientCardTables>(), personId, clientId);
  const forms = await cardForms.find(
    personId,
    cards.map(({ formId }) => formId),
  );
  return cardsNow(cards, forms);
}

/** The card to charge for a client, but none of these tokens; undefined if there is none. */
export async function findCardToCharge(
  rooms: CardRooms,
  personId: number,
  clientId: number,
  except?: ReadonlySet<string>,
): Promise<CardNow | undefined> {
  return cardToCharge(await readCards(rooms, personId, clientId), except);
}

/** The address of a form that waits for a card of the client. */
export async function findOpenForm(
  rooms: CardRooms,
  personId: number,
  clientId: number,
): Promise<string | undefined> {
  const cards = await readCards(rooms, personId, clientId);
  return cards.findLast(({ url }) => url !== undefined)?.url;
}

async function ofPerson(
  tables: Kysely<ClientCardTables>,
  personId: number,
  clientId: number,
): Promise<readonly ClientCard[]> {
  const cards = await selectCards(tables, clientId);
  return cards.filter((card) => card.personId === personId);
}
