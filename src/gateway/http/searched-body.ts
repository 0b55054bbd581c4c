import type { Static, TSchema } from 'typebox';
import { compileReader, compileTextSearch, FieldFault } from '../../platform/http/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { refuseCardNumberIn } from '../kinds/card/index.ts';
import { fieldRefusal } from '../transactions/index.ts';

interface SearchedBody {
  /** A check before any field is read. */
  first?(body: unknown): void;
  /** Paths that are searched later, with the number of the sale's own card. */
  readonly elsewhere?: ReadonlySet<string>;
}

/**
 * Reads the body of a route by its schema, and refuses it when a text contains a card number (card_number_exposed). For
 * `validatorCompiler`.
 */
export function searchedBody<Schema extends TSchema>(
  schema: Schema,
  { first, elsewhere }: SearchedBody = {},
) {
  const read = compileReader(schema);
  const search = compileTextSearch(schema, elsewhere);
  const readAndSearch = (body: unknown): Static<Schema> => {
    first?.(body);
    const value = read(body);
    refuseCardNumberIn((isExposed) => search(value, isExposed));
    return value;
  };
  return ({ httpPart }: { readonly httpPart?: string }) =>
    (body: unknown) => {
      if (httpPart !== 'body') return true;
      try {
        return { value: readAndSearch(body) };
      } catch (error) {
        if (error instanceof FieldFault) return { error: fieldRefusal(error) };
        if (error instanceof Refusal) return { error };
        throw error;
      }
    };
}
