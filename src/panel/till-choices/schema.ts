import Type, { type Static } from 'typebox';
import type { ProductRow } from '../products/schema.ts';

const id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const FavouriteBody = Type.Object({ productId: id(), favourite: Type.Boolean() });
export type FavouriteBody = Static<typeof FavouriteBody>;

/** Payment methods that stand below "Mais". */
export const UnderMoreBody = Type.Object({ methodIds: Type.Array(id(), { maxItems: 16 }) });
export type UnderMoreBody = Static<typeof UnderMoreBody>;

export interface ShownTillChoices {
  /** Active ones, in the order in which they were chosen. */
  readonly favourites: readonly ProductRow[];
  readonly underMore: readonly number[];
}

export interface TillChoiceRoutes {
  'GET /till/choices': { query: { person?: string }; answer: ShownTillChoices };
  'POST /till/choices/favourite': { body: FavouriteBody; answer: ShownTillChoices };
  'POST /till/choices/methods': { body: UnderMoreBody; answer: ShownTillChoices };
}
