import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { ListOrder } from '../../../platform/lists/parts.ts';
import type { PeriodOfDays } from '../../../platform/time/local-days.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';

/** The range of ids of a period is this much wider. */
const ID_SLACK_MS = 60_000;
const TIME_DIGITS = 12;

export type Sales = SelectQueryBuilder<TransactionTables, 'transactions', unknown>;

/** The time of creation, as an index has it or as none has. */
export type SaleTime = RawBuilder<number>;

export function inPeriod(sales: Sales, period: PeriodOfDays, order: ListOrder, time: SaleTime): Sales {
  const exact = withTimes(sales, period, time);
  return order === 'id' ? withIds(exact, period) : exact;
}

function withTimes(sales: Sales, { start, end }: PeriodOfDays, time: SaleTime): Sales {
  const since = start === undefined ? sales : sales.where(time, '>=', start);
  return end === undefined ? since : since.where(time, '<', end);
}

/** The range of ids that holds the period, for lists in the order of ids: an id is made moments from the sale's creation. */
function withIds(sales: Sales, { start, end }: PeriodOfDays): Sales {
  const after = start === undefined ? sales : sales.where('id', '>=', firstIdOf(start - ID_SLACK_MS));
  return end === undefined ? after : after.where('id', '<', firstIdOf(end + ID_SLACK_MS));
}

/** No id of version 7 of that millisecond is smaller. */
function firstIdOf(epochMs: number): string {
  const digits = Math.max(0, epochMs).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
