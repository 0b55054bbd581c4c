import { randomUUID } from 'node:crypto';

/** A card that a merchant had kept here. Its number is only in memory and in no answer. */
export interface KeptCard {
  readonly merchantId: string;
  readonly number: string;
  readonly holder: string;
  /** `MM/yyyy` */
  readonly expiration: string;
  readonly brand: string | undefined;
}

export interface TokenVault {
  /** Every call makes a new token, also for the same card. */
  keep(card: KeptCard): string;
  /** A card of this merchant; undefined for cards of others. */
  find(merchantId: string, token: string): KeptCard | undefined;
  size(): number;
}

/** Beyond this, a new card replaces the oldest. */
const MAX_CARDS = 100_000;

export function createTokenVault(): TokenVault {
  const cards = new Map<string, KeptCard>();
  return {
    keep(card) {
      const token = randomUUID();
      cards.set(token, card);
      const [oldest] = cards.keys();
      if (cards.size > MAX_CARDS && oldest !== undefined) cards.delete(oldest);
      return token;
    },
    find(merchantId, token) {
      const card = cards.get(token.toLowerCase());
      return card?.merchantId === merchantId ? card : undefined;
    },
    size: () => cards.size,
  };
}
