import { type Kysely, sql } from 'kysely';
import type { LocalTime } from '../../platform/index.ts';
import { SALE_STATUS } from './sale.ts';
import type { StatusFigures } from './sale-figures.ts';
import { tillBranches } from './select-till-sales.ts';
import type { SaleTables } from './tables.ts';
import { numbersOf, selectTillDays } from './till-days.ts';
import { isAnsweredByDays, type TillSaleFilter } from './till-sale-filter.ts';

/** Maximum number of sales counted for each part of a filter. */
const MAX_COUNTED = 5_000;
const { cancelRequested, canceling, canceled } = SALE_STATUS;

/** Figures of a filter by status. */
export interface TillSummary {
  readonly groups: readonly StatusFigures[];
  /** There may be more: counting stopped. */
  readonly bounded: boolean;
}

/** For a period alone exact, from the figures by day; otherwise of the newest sales, up to a limit. */
export async function summarizeTillSales(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
): Promise<TillSummary> {
  if (!isAnsweredByDays(filter)) return countedByStatus(tables, filter, time);
  const { personId, from, to } = filter;
  return { groups: await selectTillDays(tables as never, { personId, from, to }), bounded: false };
}

async function countedByStatus(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
): Promise<TillSummary> {
  const counted = (tables: Kysely<SaleTables>) =>
    tillBranches(tables, filter, time).map((branch, index) =>
      tables
        .selectFrom(
          branch
            .places(MAX_COUNTED, undefined)
            .select(['status', 'credited_at', 'final_value'])
            .as(`part_${index}`),
        )
        .select(['id', 'status', 'credited_at', 'final_value']),
    );
  const [first, ...others] = counted(tables);
  if (!first) return { groups: [], bounded: false };
  // A sale found by two parts of the search counts once.
  const all = others.reduce((union, part) => union.union(part) as typeof first, first);
  const rows = await tables
    .selectFrom(all.as('found'))
    .select([
      'status',
      sql<number>`count(*)`.as('sales'),
      sql<number>`count(credited_at)`.as('captured'),
      sql<number>`coalesce(sum(case when credited_at is not null then final_value end), 0)`.as('capturedSum'),
      sql<number>`sum(case when ${IS_REFUND} then 1 else 0 end)`.as('refunded'),
      sql<number>`coalesce(sum(case when ${IS_GIVEN_BACK} then final_value end), 0)`.as('refundedSum'),
    ])
    .groupBy('status')
    .execute();
  const groups = rows.map(numbersOf);
  return {
    groups,
    bounded: groups.some(({ sales }) => sales >= MAX_COUNTED) || sumOf(groups) >= MAX_COUNTED,
  };
}

const IS_GIVEN_BACK = sql`credited_at is not null and status = ${sql.lit(canceled)}`;
const IS_REFUND = sql`(${IS_GIVEN_BACK}) or status in (${sql.lit(cancelRequested)}, ${sql.lit(canceling)})`;

function sumOf(groups: readonly StatusFigures[]): number {
  return groups.reduce((sum, { sales }) => sum + sales, 0);
}
