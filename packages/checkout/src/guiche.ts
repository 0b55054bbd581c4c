import { cardPart } from './card-part.ts';
import { createGuicheWith, type Guiche, type GuicheOptions } from './create-guiche.ts';

export type { Brand } from './brand.ts';
export type { Card } from './card-hash.ts';
export type { Guiche, GuicheOptions } from './create-guiche.ts';
export type { BrowserFacts } from './device.ts';
export type { FieldsEvents, FieldsStyle } from './fields/messages.ts';
export type { Fields, FieldsOptions } from './fields/mount-fields.ts';
export { type CardField, GuicheError } from './guiche-error.ts';
export type { CardProblem } from './validate.ts';

/** `checkoutId`: the public id of the panel's page "Chaves"; it only gives access to public keys. */
export function createGuiche(checkoutId: string, options: GuicheOptions): Guiche {
  return createGuicheWith(checkoutId, options, async () => cardPart);
}
