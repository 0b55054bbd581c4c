import type { SchemeIds } from '../outcome.ts';
import { type Fields, identifier } from './fields.ts';

/** Of any scheme, with room to spare. */
const SCHEME_ID = /^[0-9A-Za-z_-]{1,64}$/;

/** The scheme's names in an answer, as the host calls them; a value that no scheme gives is left out. */
export function schemeIdsIn(
  places: readonly Fields[],
  names: { readonly transactionId: string; readonly linkId: string },
): { readonly schemeIds?: SchemeIds } {
  const transactionId = idIn(places, names.transactionId);
  const linkId = idIn(places, names.linkId);
  if (transactionId === undefined && linkId === undefined) return {};
  return {
    schemeIds: {
      ...(transactionId !== undefined && { transactionId }),
      ...(linkId !== undefined && { linkId }),
    },
  };
}

function idIn(places: readonly Fields[], name: string): string | undefined {
  for (const place of places) {
    const id = identifier(place, name);
    if (id !== undefined && SCHEME_ID.test(id)) return id;
  }
  return undefined;
}
