import { randomUUID } from 'node:crypto';

/** A card that a merchant stored here. Its number is only in memory and never part of an answer. */
export interface VaultCard {
  readonly id: string;
  readonly pv: string;
  readonly number: string;
  /** `MM` and `yyyy` */
  readonly month: string;
  readonly year: string;
  readonly status: 'Pending' | 'Active' | 'Suspended' | 'Deleted';
}

export interface CardVault {
  add(card: Pick<VaultCard, 'pv' | 'number' | 'month' | 'year'>): VaultCard;
  /** A card of this merchant; undefined for cards of others. */
  find(pv: string, id: string): VaultCard | undefined;
  change(id: string, status: VaultCard['status']): void;
  /** Oldest first. */
  all(): readonly VaultCard[];
}

/** Beyond this, a new card replaces the oldest. */
const MAX_CARDS = 100_000;

export function createCardVault(): CardVault {
  const cards = new Map<string, VaultCard>();
  return {
    add(card) {
      // The network token is created later: until then the card is pending, and can already be charged.
      const added: VaultCard = { ...card, id: randomUUID(), status: 'Pending' };
      cards.set(added.id, added);
      const [oldest] = cards.keys();
      if (cards.size > MAX_CARDS && oldest !== undefined) cards.delete(oldest);
      return added;
    },
    find(pv, id) {
      const card = cards.get(id);
      return card?.pv === pv ? card : undefined;
    },
    change(id, status) {
      const card = cards.get(id);
      if (card) cards.set(id, { ...card, status });
    },
    all: () => [...cards.values()],
  };
}
