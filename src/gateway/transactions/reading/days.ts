import type { Kysely } from 'kysely';
import { type Figures, readFigures, SUMS_OF_FIGURES } from '../../../platform/figures.ts';
import { readCountedStatus } from '../rules/day-figures.ts';
import type { ReadingTables } from './reading-tables.ts';

/** Sales in one status; of links apart those whose last try was denied. */
export interface SalesOfStatus extends Figures {
  readonly status: number;
  readonly deniedTry: boolean;
}

/** Of one local day. */
export interface DayOfSales extends SalesOfStatus {
  readonly day: string;
}

/** Local days, both inclusive; of the statuses `evenBefore` also the days before. */
interface WantedDays {
  readonly merchantId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly evenBefore?: readonly number[] | undefined;
}

/** Sums of all shards. */
export async function daysOf(
  tables: Kysely<ReadingTables>,
  wanted: WantedDays,
): Promise<readonly DayOfSales[]> {
  const rows = await storedDays(tables, wanted)
    .select(['day', 'status', ...SUMS_OF_FIGURES])
    .groupBy(['day', 'status'])
    .orderBy('day')
    .orderBy('status')
    .execute();
  return rows.map(({ day, status, ...sums }) => ({
    day,
    ...readCountedStatus(status),
    ...readFigures(sums),
  }));
}

/** Sums of all the days. */
export async function figuresByStatus(
  tables: Kysely<ReadingTables>,
  wanted: WantedDays,
): Promise<readonly SalesOfStatus[]> {
  const rows = await storedDays(tables, wanted)
    .select(['status', ...SUMS_OF_FIGURES])
    .groupBy('status')
    .orderBy('status')
    .execute();
  return rows.map(({ status, ...sums }) => ({ ...readCountedStatus(status), ...readFigures(sums) }));
}

function storedDays(tables: Kysely<ReadingTables>, { merchantId, from, to, evenBefore = [] }: WantedDays) {
  let days = tables.selectFrom('sales_by_day');
  if (merchantId !== undefined) days = days.where('merchant_id', '=', merchantId);
  if (from !== undefined) {
    days = days.where((row) =>
      row.or([row('day', '>=', from), ...(evenBefore.length > 0 ? [row('status', 'in', evenBefore)] : [])]),
    );
  }
  return to === undefined ? days : days.where('day', '<=', to);
}
