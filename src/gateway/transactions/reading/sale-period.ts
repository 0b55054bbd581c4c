import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { LocalTime } from '../../../platform/time/clock.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';
import type { SaleFilter } from './sale-filter.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The range of ids of a period is this much wider. */
const ID_SLACK_MS = 60_000;
const TIME_DIGITS = 12;

export type Sales = SelectQueryBuilder<TransactionTables, 'transactions', unknown>;

/**
 * How a list is ordered: by the time of creation, as indexes have the sales of a merchant; or by the id, as the table has those of
 * all merchants. Ids begin with a time that is a moment from that of creation.
 */
export type SaleOrder = 'time' | 'id';

/** The time of creation, as an index has it or as none has. */
export type SaleTime = RawBuilder<number>;

/** Milliseconds since 1970: from `start`, before `end`. */
interface Period {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export function periodOf({ from, to }: Pick<SaleFilter, 'from' | 'to'>, time: LocalTime): Period {
  return {
    start: from === undefined ? undefined : time.startOfDay(from),
    end: to === undefined ? undefined : time.startOfDay(dayAfter(to)),
  };
}

export function inPeriod(sales: Sales, period: Period, order: SaleOrder, time: SaleTime): Sales {
  const exact = withTimes(sales, period, time);
  return order === 'id' ? withIds(exact, period) : exact;
}

function withTimes(sales: Sales, { start, end }: Period, time: SaleTime): Sales {
  const since = start === undefined ? sales : sales.where(time, '>=', start);
  return end === undefined ? since : since.where(time, '<', end);
}

/** The range of ids that holds the period, for lists in the order of ids: an id is made moments from the sale's creation. */
function withIds(sales: Sales, { start, end }: Period): Sales {
  const after = start === undefined ? sales : sales.where('id', '>=', firstIdOf(start - ID_SLACK_MS));
  return end === undefined ? after : after.where('id', '<', firstIdOf(end + ID_SLACK_MS));
}

/** No id of version 7 of that millisecond is smaller. */
function firstIdOf(epochMs: number): string {
  const digits = Math.max(0, epochMs).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
