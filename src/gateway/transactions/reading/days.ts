import type { Kysely } from 'kysely';
import type { Figures } from '../../../platform/figures.ts';
import { sumsByDay, sumsByStatus, type WantedDays } from '../../../platform/lists/days.ts';
import { readCountedStatus } from '../rules/day-figures.ts';
import { SALES_BY_DAY } from '../tables/sales-by-day-table.ts';
import type { ReadingTables } from './reading-tables.ts';

/** Sales in one status; of links apart those whose last try was denied. */
export interface SalesOfStatus extends Figures {
  readonly status: number;
  readonly deniedTry: boolean;
}

/** Of one local day, paid by one kind. */
export interface DayOfSales extends SalesOfStatus {
  readonly day: string;
  readonly kind: string;
}

type Wanted = Omit<WantedDays, 'ownerId'> & { readonly merchantId?: number | undefined };

export async function daysOf(
  tables: Kysely<ReadingTables>,
  { merchantId: ownerId, ...wanted }: Wanted,
): Promise<readonly DayOfSales[]> {
  const days = await sumsByDay<{ readonly kind: string }>(tables as never, SALES_BY_DAY, {
    ...wanted,
    ownerId,
  });
  return days.map((day) => ({ ...day, ...readCountedStatus(day.status) }));
}

/** Sums of all the days. */
export async function figuresByStatus(
  tables: Kysely<ReadingTables>,
  { merchantId: ownerId, ...wanted }: Wanted,
): Promise<readonly SalesOfStatus[]> {
  const sums = await sumsByStatus(tables as never, SALES_BY_DAY, { ...wanted, ownerId });
  return sums.map((figures) => ({ ...figures, ...readCountedStatus(figures.status) }));
}
