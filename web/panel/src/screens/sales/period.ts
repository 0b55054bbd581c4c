import type { SaleSearch } from './sale-search.ts';

/** Periods that end today, whole months as accountants count them, and all. */
export const PERIODS = [
  { key: 'today', label: 'Hoje' },
  { key: 'yesterday', label: 'Ontem' },
  { key: '7', label: 'Últimos 7 dias' },
  { key: '30', label: 'Últimos 30 dias' },
  { key: 'month', label: 'Este mês' },
  { key: 'last_month', label: 'Mês passado' },
  { key: '90', label: 'Últimos 90 dias' },
  { key: 'all', label: 'Todo o período' },
] as const;

interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** First and last day of a period, in the service's time zone. */
export function periodOf(key: string, now: Date, timeZone: string): Period {
  const today = localDay(now, timeZone);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastOfPrevious = addDays(firstOfMonth, -1);
  const periods: Readonly<Record<string, Period>> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    7: { from: addDays(today, -6), to: today },
    30: { from: addDays(today, -29), to: today },
    90: { from: addDays(today, -89), to: today },
    month: { from: firstOfMonth, to: today },
    last_month: { from: `${lastOfPrevious.slice(0, 8)}01`, to: lastOfPrevious },
  };
  return periods[key] ?? { from: undefined, to: undefined };
}

/** The label of the period in the URL; dates if it is not one of the presets. */
export function periodLabel({ from, to }: SaleSearch, now: Date, timeZone: string): string {
  const usual = PERIODS.find(({ key }) => {
    const period = periodOf(key, now, timeZone);
    return period.from === from && period.to === to;
  });
  if (usual) return usual.label;
  if (from && to) return from === to ? brazilian(from) : `${brazilian(from)} a ${brazilian(to)}`;
  return from ? `desde ${brazilian(from)}` : `até ${brazilian(to ?? '')}`;
}

export interface Month {
  /** `2026-10` */
  readonly value: string;
  /** `outubro de 2026` */
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** The month of today and the ones before it. */
export function lastMonths(now: Date, timeZone: string, count: number): readonly Month[] {
  const [year = 0, month = 0] = localDay(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1, 12));
    const value = first.toISOString().slice(0, 7);
    const last = new Date(Date.UTC(year, month - back, 0, 12));
    return {
      value,
      label: first.toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      from: `${value}-01`,
      to: last.toISOString().slice(0, 10),
    };
  });
}

function localDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function brazilian(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year}`;
}
