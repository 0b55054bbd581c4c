import type { Kysely } from 'kysely';
import { type Figures, readFigures, SUMS_OF_FIGURES } from '../../../platform/index.ts';
import type { ReadingTables } from './reading-tables.ts';

/** Sales of one local day in one status. */
export interface DayOfSales extends Figures {
  readonly day: string;
  readonly status: number;
}

/** Sums of all shards for local days, both inclusive. */
export async function daysOf(
  tables: Kysely<ReadingTables>,
  {
    merchantId,
    from,
    to,
    statuses,
  }: {
    readonly merchantId?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly statuses?: readonly number[] | undefined;
  },
): Promise<readonly DayOfSales[]> {
  let days = tables.selectFrom('sales_by_day');
  if (merchantId !== undefined) days = days.where('merchant_id', '=', merchantId);
  if (from !== undefined) days = days.where('day', '>=', from);
  if (to !== undefined) days = days.where('day', '<=', to);
  if (statuses !== undefined) days = days.where('status', 'in', statuses);
  const rows = await days
    .select(['day', 'status', ...SUMS_OF_FIGURES])
    .groupBy(['day', 'status'])
    .orderBy('day')
    .execute();
  return rows.map(({ day, status, ...sums }) => ({ day, status, ...readFigures(sums) }));
}
