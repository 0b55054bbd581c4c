import { type Brand, brandOf } from './brand.ts';
import { type Card, cardHashOf } from './card-hash.ts';
import { type BrowserFacts, device } from './device.ts';
import { GuicheError } from './guiche-error.ts';
import { createKeySource } from './key-source.ts';
import { type CardProblem, validate } from './validate.ts';

export type { Brand } from './brand.ts';
export type { Card } from './card-hash.ts';
export type { BrowserFacts } from './device.ts';
export { type CardField, GuicheError } from './guiche-error.ts';
export type { CardProblem } from './validate.ts';

export interface GuicheOptions {
  /** Address of the gateway, such as `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string;
}

/** What a shop's page does with a card. */
export interface Guiche {
  /**
   * Encrypts the card for the gateway, after checking it: the first problem rejects with a `GuicheError` that names the
   * field. The value is for one sale, within eight minutes.
   */
  cardHash(card: Card): Promise<string>;
  /** The brand, from the first digits on; undefined while it is not known. */
  brand(number: string): Brand | undefined;
  /** Everything that is wrong with what was typed, in Portuguese; empty when nothing is. */
  validate(card: Partial<Card>): readonly CardProblem[];
  /** `userAgent` and `device` of this browser, as a sale with 3-D Secure sends them. */
  device(): BrowserFacts;
}

/** `checkoutId`: the public id of the panel's page "Chaves"; it can do nothing but hand out public keys. */
export function createGuiche(checkoutId: string, { baseUrl }: GuicheOptions): Guiche {
  const base = baseUrl.replace(/\/+$/, '');
  const keys = createKeySource(`${base}/checkout/v1/${encodeURIComponent(checkoutId)}/public-key`);
  return {
    async cardHash(card) {
      const [problem] = validate(card);
      if (problem) throw new GuicheError(problem.code, problem.message, problem.field);
      return cardHashOf(card, await keys.current());
    },
    brand: brandOf,
    validate: (card) => validate(card),
    device: () => device(),
  };
}
