import { refusePanel } from '../refusals.ts';

/** Query values as received: a repeated key becomes a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/;
const WHOLE = /^\d{1,12}$/;
const MAX_TEXT = 100;
const MAX_VALUES = 20;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Reads the page size. Throws field_invalid. */
export function readLimit(query: Query): number {
  const limit = numberOf(query, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalidFilter('limit', `Peça de 1 a ${MAX_LIMIT} linhas por página.`);
  return limit;
}

/** One value of a query; '' counts as absent. Throws field_invalid. */
export function textOf(query: Query, field: string): string | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0')) {
    throw invalidFilter(field, `O filtro ${field} deve ser um texto de até ${MAX_TEXT} caracteres.`);
  }
  return value.trim() === '' ? undefined : value.trim();
}

/** Reads a local day. Throws field_invalid. */
export function dayOf(query: Query, field: string): string | undefined {
  const day = textOf(query, field);
  if (day === undefined) return undefined;
  const isDay = LOCAL_DAY.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!isDay) throw invalidFilter(field, `O filtro ${field} deve ser um dia: 2026-11-21.`);
  return day;
}

/** One of these values. Throws field_invalid. */
export function oneOf<Value extends string>(
  query: Query,
  field: string,
  values: readonly Value[],
): Value | undefined {
  const text = textOf(query, field);
  const known = values.find((one) => one === text);
  if (text !== undefined && known === undefined)
    throw invalidFilter(field, `O filtro ${field} não tem este valor.`);
  return known;
}

/** A value that may stand several times. Throws field_invalid. */
export function listOf(query: Query, field: string): readonly string[] | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  const values = typeof value === 'string' ? [value] : value;
  const isFit = values.length <= MAX_VALUES && values.every((one) => one.length <= MAX_TEXT);
  if (!isFit) throw invalidFilter(field, `O filtro ${field} aceita até ${MAX_VALUES} valores.`);
  return values;
}

/** A whole number. Throws field_invalid. */
export function numberOf(query: Query, field: string): number | undefined {
  const text = textOf(query, field);
  return text === undefined ? undefined : wholeOf(text, field);
}

/** The number that a text is. Throws field_invalid. */
export function wholeOf(text: string, field: string): number {
  if (!WHOLE.test(text)) throw invalidFilter(field, `O filtro ${field} deve ser um número inteiro.`);
  return Number(text);
}

export function invalidFilter(field: string, message: string) {
  return refusePanel('field_invalid', { field, message });
}
