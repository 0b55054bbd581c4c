import type { Written } from '../../accounts/options.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { CardOfClient } from './card-forms.ts';
import { CARD_STATUS, type CardNow, type ClientCard, cardToCharge } from './client-card.ts';
import { readCards } from './read.ts';
import { addCard, editCard, type SaveCardOptions } from './save.ts';

/** A card of a client that can be charged, or the form on which the client is to type one. */
export interface CardOfSeller {
  readonly id: number;
  /** The gateway keeps it; undefined while the form is open or the acquirer has not answered. */
  readonly kept: CardOfClient | undefined;
  /** Where the client types it, while the form is open. */
  readonly url: string | undefined;
  /** Charged in preference to the client's other cards. */
  readonly isCharged: boolean;
}

/** The cards of a seller's clients, for screens. */
export interface SellerCards {
  /** Oldest first, without duplicates, deleted cards and forms that nobody filled. */
  list(personId: number, clientId: number): Promise<readonly CardOfSeller[]>;
  /** Opens a form on which the client types one more card. Refusals: value_invalid, records_exceeded. */
  openForm(client: ClientOfSeller, written: Written<ClientCard>): Promise<void>;
  /** Charges this card in preference to the client's others. Refusal: not_found. */
  prefer(card: ClientOfSeller & { readonly id: number }, written: Written<ClientCard>): Promise<void>;
  /** Deletes a kept card, also at the acquirer: nobody charges it any more. Refusal: not_found. */
  delete(card: ClientOfSeller & { readonly id: number }): Promise<void>;
}

interface ClientOfSeller {
  readonly personId: number;
  readonly clientId: number;
}

const SHOWN: readonly number[] = [CARD_STATUS.active, CARD_STATUS.pending];

export function createSellerCards(rooms: SaveCardOptions): SellerCards {
  const kept = async ({ personId, clientId }: ClientOfSeller, id: number): Promise<CardNow> => {
    const cards = await readCards(rooms, personId, clientId);
    const card = cards.find((one) => one.id === id && one.status === CARD_STATUS.active);
    if (!card) throw operationRefuse('not_found');
    return card;
  };
  return {
    list: async (personId, clientId) => {
      const cards = await readCards(rooms, personId, clientId);
      const charged = cardToCharge(cards);
      return cards
        .filter(({ status }) => SHOWN.includes(status))
        .map(({ id, kept, url }) => ({ id, kept, url, isCharged: id === charged?.id }));
    },
    openForm: async (client, written) => {
      await addCard(rooms, { ...client, preferred: false }, written);
    },
    prefer: async ({ id, ...client }, written) => {
      await kept(client, id);
      await editCard(rooms, { ...client, id, preferred: true }, written);
    },
    delete: async ({ id, ...client }) => {
      const card = await kept(client, id);
      await rooms.cardForms.delete(client.personId, card.kept?.token ?? '');
    },
  };
}
