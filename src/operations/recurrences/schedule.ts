import type { LocalTime } from '../../platform/time/clock.ts';

const MONTHS = 12;

/**
 * When each entry of a recurrence is due: every month at the local day and time of the first, `yyyy-MM-ddTHH:mm:ss`, and on
 * the last day of months that are too short for its day. In milliseconds since 1970.
 */
export function dueTimes(startsAt: string, months: number, time: LocalTime): readonly number[] {
  return Array.from({ length: months }, (_, index) => time.fromIso(monthsLater(startsAt, index)));
}

/** The same local day and time so many months later, or the last day of that month. */
export function monthsLater(startsAt: string, months: number): string {
  const [year = 0, month = 1, day = 1] = startsAt.slice(0, 10).split('-').map(Number);
  const counted = year * MONTHS + (month - 1) + months;
  const [thisYear, thisMonth] = [Math.floor(counted / MONTHS), counted % MONTHS];
  const lastDay = new Date(Date.UTC(thisYear, thisMonth + 1, 0)).getUTCDate();
  const date = [String(thisYear), twoDigits(thisMonth + 1), twoDigits(Math.min(day, lastDay))].join('-');
  return `${date}${startsAt.slice(10)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
