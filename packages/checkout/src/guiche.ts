import type { CardPart } from './card-part.ts';
import { createGuicheWith, type Guiche, type GuicheOptions } from './create-guiche.ts';
import { type CardField, GuicheError, unavailable } from './guiche-error.ts';

export type { Brand } from './brand.ts';
export type { Card } from './card-hash.ts';
export type { Guiche, GuicheOptions } from './create-guiche.ts';
export type { BrowserFacts } from './device.ts';
export type { FieldsEvents, FieldsStyle } from './fields/messages.ts';
export type { Fields, FieldsOptions } from './fields/mount-fields.ts';
export type { CardProblem } from './validate.ts';
export { type CardField, GuicheError };

/** `checkoutId`: the public id of the panel's page "Chaves"; it only gives access to public keys. */
export function createGuiche(checkoutId: string, options: GuicheOptions): Guiche {
  return createGuicheWith(checkoutId, options, loadCardPart);
}

/** A module of its own, so that pages with mounted fields do without it. It has its own class of errors: they are made ours. */
async function loadCardPart(): Promise<CardPart> {
  const { cardPart } = await import('./card-part.ts').catch(() => {
    throw unavailable();
  });
  return {
    ...cardPart,
    encrypterOf(publicKeyAddress) {
      const encrypt = cardPart.encrypterOf(publicKeyAddress);
      return (card) =>
        encrypt(card).catch(({ code, message, field }: GuicheError) => {
          throw new GuicheError(code, message, field);
        });
    },
  };
}
