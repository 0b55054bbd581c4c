import type { SaleFilters, SaleView } from '../../../../../src/panel/sales/schema.ts';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';

/** The filters in the URL of the list: the same as in the requests of list, summary and export. */
export type SaleSearch = SaleFilters;

export const VIEWS: readonly { readonly view: SaleView; readonly label: string }[] = [
  { view: 'all', label: 'Todas' },
  { view: 'confirmed', label: 'Confirmadas' },
  { view: 'to_capture', label: 'A capturar' },
  { view: 'verifying', label: 'Em verificação' },
  { view: 'denied', label: 'Negadas' },
  { view: 'refunds', label: 'Estornos' },
];

export const CHANNEL_NAMES = { gateway: 'Pela internet', till: 'No caixa' } as const;

function isKeyOf<Names extends object>(names: Names, value: unknown): value is keyof Names & string {
  return typeof value === 'string' && Object.hasOwn(names, value);
}

const TEXTS = [
  'from',
  'to',
  'search',
  'installmentsMin',
  'installmentsMax',
  'amountMin',
  'amountMax',
  'provider',
  'person',
] as const;
const LISTS = ['status', 'brand'] as const;
const LOCAL_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the known, well-formed filters of a URL; others are ignored, because a bookmark may be old. */
export function readSaleSearch(given: Record<string, unknown>): SaleSearch {
  const search: Record<string, string | string[]> = {};
  if (VIEWS.some(({ view }) => view === given.view && view !== 'all')) search.view = String(given.view);
  if (isKeyOf(KIND_NAMES, given.kind)) search.kind = given.kind;
  if (isKeyOf(CHANNEL_NAMES, given.channel)) search.channel = given.channel;
  for (const name of TEXTS) {
    const text = textOf(given[name]);
    if (text === undefined) continue;
    if ((name === 'from' || name === 'to') && !LOCAL_DAY.test(text)) continue;
    search[name] = text;
  }
  for (const name of LISTS) {
    const value = given[name];
    const list = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== undefined);
    if (list.length > 0) search[name] = list;
  }
  return search as SaleSearch;
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}

/** Whether there is any filter besides the view. */
export function isFiltered({ view: _view, person: _person, ...filters }: SaleSearch): boolean {
  return Object.keys(filters).length > 0;
}

export interface FilterChip {
  readonly name: keyof SaleSearch;
  readonly label: string;
}

/** The active filters of the drawer, as removable chips. */
export function chipsOf(search: SaleSearch): readonly FilterChip[] {
  const chips: FilterChip[] = [];
  if (search.kind) chips.push({ name: 'kind', label: KIND_NAMES[search.kind] });
  if (search.channel) chips.push({ name: 'channel', label: CHANNEL_NAMES[search.channel] });
  if (search.brand) chips.push({ name: 'brand', label: [search.brand].flat().join(', ') });
  if (search.provider) chips.push({ name: 'provider', label: search.provider });
  if (search.amountMin) {
    chips.push({ name: 'amountMin', label: `autorizado a partir de ${reais(search.amountMin)}` });
  }
  if (search.amountMax) {
    chips.push({ name: 'amountMax', label: `autorizado até ${reais(search.amountMax)}` });
  }
  if (search.installmentsMin) {
    chips.push({ name: 'installmentsMin', label: `${search.installmentsMin}x ou mais` });
  }
  if (search.installmentsMax)
    chips.push({ name: 'installmentsMax', label: `até ${search.installmentsMax}x` });
  return chips;
}

function reais(cents: string): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(Number(cents) / 100);
}
