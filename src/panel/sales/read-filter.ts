import { type SaleFilter, Status } from '../../gateway/transactions/index.ts';
import { refusePanel } from '../refusals.ts';
import { readPlace, type SalesPlace, START } from './sales-place.ts';
import { SALE_CHANNELS, SALE_KINDS, SALE_VIEWS } from './schema.ts';
import { methodIdsOf, type TillFilter, tillStatusesOf } from './till-rows.ts';

/** Query values as received: a repeated key becomes a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/;
const WHOLE = /^\d{1,12}$/;
const MAX_TEXT = 100;
const MAX_VALUES = 20;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

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
  const both = {
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    search: textOf(query, 'search'),
    brands,
    installmentsMin: numberOf(query, 'installmentsMin'),
    installmentsMax: numberOf(query, 'installmentsMax'),
    amountMin: numberOf(query, 'amountMin'),
    amountMax: numberOf(query, 'amountMax'),
  };
  const ofGateway = channel !== 'till' && (kind === undefined || kind === 'credit' || kind === 'debit');
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

/** Reads the page size and the cursor. Throws field_invalid. */
export function readPage(given: unknown): { readonly limit: number; readonly after: SalesPlace } {
  const query = (given ?? {}) as Query;
  const text = textOf(query, 'cursor');
  const after = text === undefined ? START : readPlace(text);
  if (!after) throw invalid('cursor', 'A página pedida não existe.');
  return { limit: readLimit(query), after };
}

/** Reads the page size. Throws field_invalid. */
export function readLimit(query: Query): number {
  const limit = numberOf(query, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', `Peça de 1 a ${MAX_LIMIT} linhas por página.`);
  return limit;
}

/** One value of a query; '' counts as absent. Throws field_invalid. */
export function textOf(query: Query, field: string): string | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0')) {
    throw invalid(field, `O filtro ${field} deve ser um texto de até ${MAX_TEXT} caracteres.`);
  }
  return value.trim() === '' ? undefined : value.trim();
}

/** Reads a local day. Throws field_invalid. */
export function dayOf(query: Query, field: string): string | undefined {
  const day = textOf(query, field);
  if (day === undefined) return undefined;
  const isDay = LOCAL_DAY.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay) throw invalid(field, `O filtro ${field} deve ser um dia: 2026-11-21.`);
  return day;
}

function oneOf<Value extends string>(
  query: Query,
  field: string,
  values: readonly Value[],
): Value | undefined {
  const text = textOf(query, field);
  const known = values.find((one) => one === text);
  if (text !== undefined && known === undefined)
    throw invalid(field, `O filtro ${field} não tem este valor.`);
  return known;
}

function listOf(query: Query, field: string): readonly string[] | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  const values = typeof value === 'string' ? [value] : value;
  const isFit = values.length <= MAX_VALUES && values.every((one) => one.length <= MAX_TEXT);
  if (!isFit) throw invalid(field, `O filtro ${field} aceita até ${MAX_VALUES} valores.`);
  return values;
}

function statusOf(text: string): Status {
  const number = wholeOf(text, 'status');
  const known = Object.values(Status).find((one) => one === number);
  if (known === undefined) throw invalid('status', 'Este status não existe.');
  return known;
}

function numberOf(query: Query, field: string): number | undefined {
  const text = textOf(query, field);
  return text === undefined ? undefined : wholeOf(text, field);
}

function wholeOf(text: string, field: string): number {
  if (!WHOLE.test(text)) throw invalid(field, `O filtro ${field} deve ser um número inteiro.`);
  return Number(text);
}

function invalid(field: string, message: string) {
  return refusePanel('field_invalid', { field, message });
}
