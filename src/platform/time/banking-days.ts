import { daysAfter } from './local-days.ts';

/** Local days as `yyyy-MM-dd`. */

const SATURDAY = 6;
const SUNDAY = 0;
/** National holidays of every year, on which no bank settles. */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** A national holiday since the law 14.759 of 2023. */
const BLACK_AWARENESS = { day: '11-20', since: 2024 };
/** Days from Easter: Monday and Tuesday of Carnival, Good Friday, Corpus Christi. */
const FROM_EASTER = [-48, -47, -2, 60];

const holidaysByYear = new Map<number, ReadonlySet<string>>();

/** Whether banks settle on this day: no weekend, no national holiday. Ash Wednesday is one, from noon. */
export function isBankingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === SATURDAY || weekday === SUNDAY) return false;
  return !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The day itself, or the first banking day after it. */
export function bankingDayFrom(day: string): string {
  let found = day;
  while (!isBankingDay(found)) found = daysAfter(found, 1);
  return found;
}

/** The day after so many banking days. */
export function addBankingDays(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; left -= 1) found = bankingDayFrom(daysAfter(found, 1));
  return found;
}

/** The first day that is not late yet: money that was due before it should have come, with so many banking days to spare. */
export function notLateFrom(today: string, spareDays: number): string {
  let day = today;
  while (addBankingDays(bankingDayFrom(daysAfter(day, -1)), spareDays) >= today) day = daysAfter(day, -1);
  return day;
}

function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const holidays = new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...(year >= BLACK_AWARENESS.since ? [`${year}-${BLACK_AWARENESS.day}`] : []),
    ...FROM_EASTER.map((days) => daysAfter(easter, days)),
  ]);
  holidaysByYear.set(year, holidays);
  return holidays;
}

/** By the Gregorian computation of Meeus, Jones and Butcher; its letters are theirs. */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
