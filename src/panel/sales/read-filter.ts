import { type SaleFilter, Status } from '../../gateway/transactions/index.ts';
import {
  dayOf,
  invalidFilter,
  listOf,
  numberOf,
  oneOf,
  type Query,
  readLimit,
  textOf,
  wholeOf,
} from '../interface/read-query.ts';
import { readPlace, type SalesPlace, START } from './sales-place.ts';
import { SALE_CHANNELS, SALE_KINDS, SALE_VIEWS } from './schema.ts';
import { methodIdsOf, type TillFilter, tillStatusesOf } from './till-rows.ts';

const GATEWAY_KINDS: ReadonlySet<string> = new Set(['credit', 'debit', 'pix', 'bankSlip']);

/** Which sales of both kinds are meant. Undefined: none of that kind. */
export interface SalesFilter {
  readonly gateway: SaleFilter | undefined;
  readonly till: TillFilter | undefined;
}

/** Reads the filter of the list, the summary or the export. Throws field_invalid. */
export function readSalesFilter(given: unknown, personId: number | undefined): SalesFilter {
  const query = (given ?? {}) as Query;
  const kind = oneOf(query, 'kind', SALE_KINDS);
  const channel = oneOf(query, 'channel', SALE_CHANNELS);
  const view = oneOf(query, 'view', SALE_VIEWS);
  const statuses = listOf(query, 'status')?.map(statusOf);
  const brands = listOf(query, 'brand')?.map((text) => text.toUpperCase());
  const provider = textOf(query, 'provider')?.toUpperCase();
  const search = textOf(query, 'search');
  const searchedAmount = search === undefined ? undefined : amountOf(search);
  const both = {
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    search: searchedAmount === undefined ? search : undefined,
    brands,
    installmentsMin: numberOf(query, 'installmentsMin'),
    installmentsMax: numberOf(query, 'installmentsMax'),
    amountMin: searchedAmount ?? numberOf(query, 'amountMin'),
    amountMax: searchedAmount ?? numberOf(query, 'amountMax'),
  };
  const ofGateway = channel !== 'till' && (kind === undefined || GATEWAY_KINDS.has(kind));
  return {
    gateway: ofGateway ? { ...both, merchantId: personId, view, statuses, kind, provider } : undefined,
    till:
      channel === 'gateway'
        ? undefined
        : {
            all: {
              ...both,
              personId,
              acquirer: provider,
              methodIds: kind === undefined ? undefined : methodIdsOf(kind),
            },
            ...tillStatusesOf(view, statuses),
          },
  };
}

const AMOUNT = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d{1,10}),(\d{2})$/i;

/** Centavos of a text that is an amount in reais: `150,00`, `R$ 1.250,00`. A number without a comma may be anything else. */
export function amountOf(search: string): number | undefined {
  const found = AMOUNT.exec(search.trim());
  return found ? Number(`${found[1]?.replaceAll('.', '')}${found[2]}`) : undefined;
}

/** Reads the page size and the cursor. Throws field_invalid. */
export function readPage(given: unknown): { readonly limit: number; readonly after: SalesPlace } {
  const query = (given ?? {}) as Query;
  const text = textOf(query, 'cursor');
  const after = text === undefined ? START : readPlace(text);
  if (!after) throw invalidFilter('cursor', 'A página pedida não existe.');
  return { limit: readLimit(query), after };
}

function statusOf(text: string): Status {
  const number = wholeOf(text, 'status');
  const known = Object.values(Status).find((one) => one === number);
  if (known === undefined) throw invalidFilter('status', 'Este status não existe.');
  return known;
}
