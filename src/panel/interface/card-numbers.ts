import type { TSchema } from 'typebox';
import { exposesCardNumber } from '../../gateway/card-data/index.ts';
import { compileTextSearch } from '../../platform/http/index.ts';
import { refusePanel } from '../refusals.ts';

interface SearchedRoute {
  readonly method: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
}

/**
 * Makes the check of a route's query and body. It throws `card_number_exposed` when a text contains a card number, which
 * would be stored and shown in clear. Look-ups store nothing and are never refused for it.
 */
export function cardNumberRefusal({
  method,
  query,
  body,
}: SearchedRoute): (query: unknown, body: unknown) => void {
  if (method === 'GET') return () => undefined;
  const inQuery = compileTextSearch(query);
  const inBody = compileTextSearch(body);
  return (sentQuery, sentBody) => {
    const field = inQuery(sentQuery, holds) ?? inBody(sentBody, holds);
    if (field !== undefined) throw refusePanel('card_number_exposed', { field });
  };
}

function holds(text: string): boolean {
  return exposesCardNumber(text);
}
