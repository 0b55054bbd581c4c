import { type SaleFilter, type SaleView, Status } from '../../gateway/transactions/index.ts';
import { refusePanel } from '../refusals.ts';
import { SALE_VIEWS } from './schema.ts';

/** Query values as they came: a key that is repeated gives a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/;
const WHOLE = /^\d{1,12}$/;
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_TEXT = 100;
const MAX_VALUES = 20;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The sales that a query of the list, the summary or the export means. Throws field_invalid. */
export function readSaleFilter(given: unknown, merchantId: number | undefined): SaleFilter {
  const query = (given ?? {}) as Query;
  return {
    merchantId,
    view: viewOf(query),
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
    search: textOf(query, 'search'),
    statuses: listOf(query, 'status')?.map(statusOf),
    brands: listOf(query, 'brand')?.map((text) => text.toUpperCase()),
    kind: textOf(query, 'kind'),
    installmentsMin: numberOf(query, 'installmentsMin'),
    installmentsMax: numberOf(query, 'installmentsMax'),
    amountMin: numberOf(query, 'amountMin'),
    amountMax: numberOf(query, 'amountMax'),
    provider: textOf(query, 'provider')?.toUpperCase(),
  };
}

/** How many, and after which. Throws field_invalid. */
export function readPage(given: unknown): { readonly limit: number; readonly before: string | undefined } {
  const query = (given ?? {}) as Query;
  const before = textOf(query, 'cursor');
  if (before !== undefined && !CURSOR.test(before)) throw invalid('cursor', 'A página pedida não existe.');
  return { limit: readLimit(query), before };
}

/** Lines of a page. Throws field_invalid. */
export function readLimit(query: Query): number {
  const limit = numberOf(query, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', `Peça de 1 a ${MAX_LIMIT} linhas por página.`);
  return limit;
}

/** One value of a query; '' counts as none. Throws field_invalid. */
export function textOf(query: Query, field: string): string | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0')) {
    throw invalid(field, `O filtro ${field} deve ser um texto de até ${MAX_TEXT} caracteres.`);
  }
  return value.trim() === '' ? undefined : value.trim();
}

/** A local day. Throws field_invalid. */
export function dayOf(query: Query, field: string): string | undefined {
  const day = textOf(query, field);
  if (day === undefined) return undefined;
  const isDay = LOCAL_DAY.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay) throw invalid(field, `O filtro ${field} deve ser um dia: 2026-11-21.`);
  return day;
}

function viewOf(query: Query): SaleView | undefined {
  const view = textOf(query, 'view');
  if (view === undefined) return undefined;
  const known = SALE_VIEWS.find((one) => one === view);
  if (!known) throw invalid('view', 'Esta visão não existe.');
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
