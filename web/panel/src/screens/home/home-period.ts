import type { Home } from '../../../../../src/panel/home/schema.ts';

/** The periods of the first page, as accountants count them. */
export const HOME_PERIODS = [
  { value: 'today', label: 'Hoje' },
  { value: 'yesterday', label: 'Ontem' },
  { value: '7', label: 'Últimos 7 dias' },
  { value: '30', label: 'Últimos 30 dias' },
  { value: 'month', label: 'Este mês' },
  { value: 'last_month', label: 'Mês passado' },
] as const satisfies readonly { readonly value: Home['period']; readonly label: string }[];

export interface HomeSearch {
  readonly period?: Home['period'];
}

/** Anything else is ignored, because a bookmark may be old. */
export function readHomeSearch(given: Record<string, unknown>): HomeSearch {
  const known = HOME_PERIODS.find(({ value }) => value === String(given.period));
  return known ? { period: known.value } : {};
}
