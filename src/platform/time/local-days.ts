import type { LocalTime } from './clock.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Milliseconds since 1970: from `start`, before `end`. */
export interface PeriodOfDays {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** The time of local days `yyyy-MM-dd`, both inclusive. */
export function periodOfDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  time: Pick<LocalTime, 'startOfDay'>,
): PeriodOfDays {
  return {
    start: from === undefined ? undefined : time.startOfDay(from),
    end: to === undefined ? undefined : time.startOfDay(dayAfter(to)),
  };
}

export function dayAfter(day: string): string {
  return daysAfter(day, 1);
}

/** The day of so many years before. Of 29 February one that is in no calendar: in comparisons it stands before 1 March. */
export function yearsBefore(day: string, count: number): string {
  return `${Number(day.slice(0, 4)) - count}${day.slice(4)}`;
}

/** So many days after a day `yyyy-MM-dd`; a negative count: before it. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
