import { randomUUID } from 'node:crypto';

/** A card that a merchant keeps here. Its number is in memory alone, and leaves it for no answer. */
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
  /** Of this merchant alone. */
  find(pv: string, id: string): VaultCard | undefined;
  change(id: string, status: VaultCard['status']): void;
  /** Oldest first. */
  all(): readonly VaultCard[];
}

/** Cards that are remembered; each new one beyond takes the place of the oldest. */
const MAX_CARDS = 100_000;

export function createCardVault(): CardVault {
  const cards = new Map<string, VaultCard>();
  return {
    add(card) {
      // The network token is made later: until then the card is pending, and pays all the same.
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
