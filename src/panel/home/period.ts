import { daysAfter } from '../../platform/time/local-days.ts';
import type { Home } from './schema.ts';

/** Local days, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days of a period as accountants count them, and those that it is compared with. */
export function periodOf(
  period: Home['period'],
  today: string,
): { readonly current: Days; readonly previous: Days } {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastMonth = monthBefore(firstOfMonth);
  switch (period) {
    case 'today':
    case 'yesterday': {
      const day = period === 'today' ? today : daysAfter(today, -1);
      const before = daysAfter(day, -1);
      return { current: { from: day, to: day }, previous: { from: before, to: before } };
    }
    case 'month': {
      // As many days of the month before: a month that has just begun is not less than a whole one.
      const days = daysBetween(lastMonth);
      const to = days[Number(today.slice(8)) - 1] ?? lastMonth.to;
      return {
        current: { from: firstOfMonth, to: today },
        previous: { from: lastMonth.from, to },
      };
    }
    case 'last_month':
      return { current: lastMonth, previous: monthBefore(lastMonth.from) };
    default: {
      const from = daysAfter(today, 1 - Number(period));
      return {
        current: { from, to: today },
        previous: { from: daysAfter(from, -Number(period)), to: daysAfter(from, -1) },
      };
    }
  }
}

/** The whole month before the one that begins on this day. */
function monthBefore(firstOfMonth: string): Days {
  const to = daysAfter(firstOfMonth, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Both inclusive. */
export function daysBetween({ from, to }: Days): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day);
  return days;
}
