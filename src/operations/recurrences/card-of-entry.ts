import type { Database } from '../../platform/database/index.ts';
import type { ChargeTables } from '../charges/index.ts';
import { type CardForms, findCardToCharge } from '../client-cards/index.ts';
import { type Recurrence, tryResultOf } from './recurrence.ts';
import { selectDenied } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

interface CardRooms {
  readonly database: Pick<Database, 'read'>;
  readonly cardForms: Pick<CardForms, 'find'>;
}

/**
 * The token of the card that the entries of a client are charged to; undefined if there is none. A card that the issuer
 * refused finally is never charged again, by any recurrence of the client (docs/contract/acquirers.md G.4).
 */
export async function findCardOfEntries(
  rooms: CardRooms,
  client: Pick<Recurrence, 'personId' | 'clientId'>,
): Promise<string | undefined> {
  const denied = await selectDenied(rooms.database.read<RecurrenceTables & ChargeTables>(), client);
  const refused = denied.filter((entry) => tryResultOf(entry).declineClass === 'hard');
  const tokens = new Set(refused.map(({ cardToken }) => cardToken));
  const card = await findCardToCharge(rooms, client.personId, client.clientId, tokens);
  return card?.kept?.token;
}
