import type { Home } from '../../../../../src/panel/home/schema.ts';

type Hour = NonNullable<Home['hours']>['bars'][number];

const WEEKDAY = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', timeZone: 'UTC' });

/** From the first hour with a sale to the last one. */
export function shownHours(hours: readonly Hour[]): readonly Hour[] {
  const sold = hours.filter(({ confirmedCount }) => confirmedCount > 0).map(({ hour }) => hour);
  const [first, last] = [sold.at(0), sold.at(-1)];
  if (first === undefined || last === undefined) return [];
  return hours.filter(({ hour }) => hour >= first && hour <= last);
}

/** `qui 26/11` */
export function weekdayOf(day: string): string {
  return `${WEEKDAY.format(new Date(`${day}T00:00:00Z`)).replace('.', '')} ${shortDay(day)}`;
}

/** `26/11` */
function shortDay(day: string): string {
  const [, month, date] = day.split('-');
  return `${date}/${month}`;
}

/** `26/11`, `20/11 a 26/11` */
export function daysText({ from, to }: Home['days']): string {
  return from === to ? shortDay(from) : `${shortDay(from)} a ${shortDay(to)}`;
}
