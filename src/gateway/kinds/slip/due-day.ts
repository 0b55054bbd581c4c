import { daysAfter } from '../../../platform/time/local-days.ts';
import { dayIn } from './wire/fields.ts';

/** How far ahead a slip may fall due. */
const MOST_DAYS_AHEAD = 365;

/** The last day on which a slip that is made today may fall due. Days are `YYYY-MM-DD` of the local calendar. */
export function lastDueDay(today: string): string {
  return daysAfter(today, MOST_DAYS_AHEAD);
}

/** Whether a slip that is made today may fall due then: on a day of the calendar, from today to a year ahead. */
export function mayFallDue(day: string, today: string): boolean {
  return dayIn(day) !== undefined && day >= today && day <= lastDueDay(today);
}
