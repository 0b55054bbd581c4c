import type { SaleSearch } from './sale-search.ts';

export const PERIODS = [
  { key: 'today', label: 'Hoje', days: 1 },
  { key: '7', label: 'Últimos 7 dias', days: 7 },
  { key: '30', label: 'Últimos 30 dias', days: 30 },
  { key: '90', label: 'Últimos 90 dias', days: 90 },
  { key: 'all', label: 'Todo o período', days: undefined },
] as const;

/** First and last day of a period that ends today, in the service's time zone. */
export function periodOf(
  key: string,
  now: Date,
  timeZone: string,
): { from: string | undefined; to: string | undefined } {
  const days = PERIODS.find((period) => period.key === key)?.days;
  if (days === undefined) return { from: undefined, to: undefined };
  const to = localDay(now, timeZone);
  return { from: addDays(to, 1 - days), to };
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
