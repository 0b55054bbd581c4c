import type { Kysely } from 'kysely';
import { type Figures, readFigures, SUMS_OF_FIGURES } from '../../../platform/figures.ts';
import type { ReadingTables } from './reading-tables.ts';

/** Sales of one local day in one status. */
export interface DayOfSales extends Figures {
  readonly day: string;
  readonly status: number;
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
  return rows.map(({ day, status, ...sums }) => ({ day, status, ...readFigures(sums) }));
}

/** Sums of all the days. */
export async function figuresByStatus(
  tables: Kysely<ReadingTables>,
  wanted: WantedDays,
): Promise<readonly Omit<DayOfSales, 'day'>[]> {
  const rows = await storedDays(tables, wanted)
    .select(['status', ...SUMS_OF_FIGURES])
    .groupBy('status')
    .orderBy('status')
    .execute();
  return rows.map(({ status, ...sums }) => ({ status, ...readFigures(sums) }));
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
