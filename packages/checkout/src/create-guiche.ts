import type { Brand } from './brand.ts';
import type { Card } from './card-hash.ts';
import type { CardPart } from './card-part.ts';
import { type BrowserFacts, device } from './device.ts';
import { type Fields, type FieldsOptions, mountFields } from './fields/mount-fields.ts';
import type { CardProblem } from './validate.ts';

export interface GuicheOptions {
  /** URL of the gateway, such as `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string;
}

/** The library's interface for a shop's page. */
export interface Guiche {
  /**
   * Mounts the card's fields in a frame of the gateway, in `element` or in the first element that matches the selector.
   * The page never sees what is typed. Throws an Error if there is no such element.
   */
  fields(element: Element | string, options?: FieldsOptions): Fields;
  /**
   * Validates and encrypts a card typed in the page's own fields. Rejects with a `GuicheError` that names the first
   * invalid field. The value is valid for one sale, for eight minutes.
   */
  cardHash(card: Card): Promise<string>;
  /** The brand, known from the first digits on; undefined until then. */
  brand(number: string): Promise<Brand | undefined>;
  /** All problems of the typed card, in Portuguese; empty if it is valid. */
  validate(card: Partial<Card>): Promise<readonly CardProblem[]>;
  /** `userAgent` and `device` of this browser, for a sale with 3-D Secure. */
  device(): BrowserFacts;
}

/** `loadCardPart` is called whenever a method needs the card part. */
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
