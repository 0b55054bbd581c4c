import type { Brand } from './brand.ts';
import type { Card } from './card-hash.ts';
import type { CardPart } from './card-part.ts';
import { type BrowserFacts, device } from './device.ts';
import { type Fields, type FieldsOptions, mountFields } from './fields/mount-fields.ts';
import type { CardProblem } from './validate.ts';

export interface GuicheOptions {
  /** Address of the gateway, such as `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string;
}

/** What a shop's page does with a card. */
export interface Guiche {
  /**
   * Shows the card's fields in a frame of the gateway, in `element` or in the first one that matches it as a selector:
   * the page never sees what is typed. Throws an Error when there is no such element.
   */
  fields(element: Element | string, options?: FieldsOptions): Fields;
  /**
   * Encrypts a card typed in the page's own fields, after checking it: the first problem rejects with a `GuicheError`
   * that names the field. The value is for one sale, within eight minutes.
   */
  cardHash(card: Card): Promise<string>;
  /** The brand, from the first digits on; undefined while it is not known. */
  brand(number: string): Promise<Brand | undefined>;
  /** Everything that is wrong with what was typed, in Portuguese; empty when nothing is. */
  validate(card: Partial<Card>): Promise<readonly CardProblem[]>;
  /** `userAgent` and `device` of this browser, as a sale with 3-D Secure sends them. */
  device(): BrowserFacts;
}

/** `loadCardPart` is called whenever a card in the page's own fields is asked about. */
export function createGuicheWith(
  checkoutId: string,
  { baseUrl }: GuicheOptions,
  loadCardPart: (base: string) => Promise<CardPart>,
): Guiche {
  const base = baseUrl.replace(/\/+$/, '');
  const address = `${base}/checkout/v1/${encodeURIComponent(checkoutId)}`;
  const cards = () => loadCardPart(base);
  let encrypt: ((card: Card) => Promise<string>) | undefined;
  return {
    fields: (element, options) => mountFields(address, element, options),
    cardHash: async (card) => {
      encrypt ??= (await cards()).encrypterOf(`${address}/public-key`);
      return encrypt(card);
    },
    brand: async (number) => (await cards()).brandOf(number),
    validate: async (card) => (await cards()).validate(card),
    device: () => device(),
  };
}
