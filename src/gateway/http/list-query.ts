import { transactionRefuse } from '../transactions/index.ts';

export type ListParameters = Readonly<Record<string, unknown>>;

/** A parameter that is sent once, and not empty. */
export function textParameter(query: ListParameters, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Refusal: day_invalid. */
export function dayParameter(query: ListParameters, field: 'from' | 'to'): string | undefined {
  const day = textParameter(query, field);
  if (day === undefined) return undefined;
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day)) return day;
  throw transactionRefuse('day_invalid', { field });
}
