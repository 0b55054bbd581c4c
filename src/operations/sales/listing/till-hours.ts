import { type Kysely, sql } from 'kysely';
import {
  type HoursOfDay,
  MAX_SALES_OF_DAY,
  QUARTER_HOUR_MS,
  readHours,
} from '../../../platform/lists/hours.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import type { SaleTables } from '../record/tables.ts';
import { newestTillSales } from './select-till-sales.ts';

/** Of very many sales the newest count. */
export async function hoursOfTill(
  tables: Kysely<SaleTables>,
  { personId, day }: { readonly personId: number | undefined; readonly day: string },
  time: Pick<LocalTime, 'startOfDay'>,
  most = MAX_SALES_OF_DAY,
): Promise<HoursOfDay> {
  const { looked } = newestTillSales(tables, { personId, from: day, to: day }, time, most);
  const rows = await tables
    .selectFrom(looked.as('looked'))
    .select([
      sql<number>`created_at / ${sql.lit(QUARTER_HOUR_MS)}`.as('quarter'),
      sql<number>`count(*)`.as('sales'),
      sql<number>`count(credited_at)`.as('captured'),
      sql<number>`coalesce(sum(case when credited_at is not null then final_value end), 0)`.as(
        'captured_sum',
      ),
    ])
    .groupBy('quarter')
    .orderBy('quarter')
    .execute();
  return readHours(rows, most);
}
