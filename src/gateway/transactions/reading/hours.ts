import { type Kysely, sql } from 'kysely';
import {
  type HoursOfDay,
  MAX_SALES_OF_DAY,
  QUARTER_HOUR_MS,
  readHours,
} from '../../../platform/lists/hours.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';
import type { ReadingTables } from './reading-tables.ts';
import { newestOf } from './sale-query.ts';

/** Of very many sales the newest count. */
export async function hoursOf(
  tables: Kysely<ReadingTables>,
  { merchantId, day }: { readonly merchantId?: number | undefined; readonly day: string },
  time: LocalTime,
  most = MAX_SALES_OF_DAY,
): Promise<HoursOfDay> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const all = sales.selectFrom('transactions') as never;
  const looked = newestOf(all, { merchantId, from: day, to: day }, time)
    .select(['created_at', 'captured_amount'])
    .limit(most);
  const rows = await sales
    .selectFrom(looked.as('looked'))
    .select([
      sql<number>`created_at / ${sql.lit(QUARTER_HOUR_MS)}`.as('quarter'),
      sql<number>`count(*)`.as('sales'),
      sql<number>`sum(case when captured_amount > 0 then 1 else 0 end)`.as('captured'),
      sql<number>`sum(coalesce(captured_amount, 0))`.as('captured_sum'),
    ])
    .groupBy('quarter')
    .orderBy('quarter')
    .execute();
  return readHours(rows, most);
}
