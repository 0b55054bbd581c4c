import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { readFigures } from '../../../platform/figures.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { SALE_STATUS } from '../record/sale.ts';
import type { StatusFigures } from '../record/sale-figures.ts';
import type { SaleTables } from '../record/tables.ts';
import { tillFiguresByStatus } from '../record/till-days.ts';
import { MAX_MATCHES } from './search-till-sales.ts';
import { newestTillSales, type TillLimits, tillBranches } from './select-till-sales.ts';
import { isAnsweredByDays, type TillSaleFilter } from './till-sale-filter.ts';

/** Maximum of sales examined without an index, whether they match the filter or not. */
const MAX_LOOKED_AT = 5_000;
const COUNTED = ['id', 'status', 'credited_at', 'final_value'] as const;
const { cancelRequested, canceling, canceled } = SALE_STATUS;

/** Figures of a filter by status, the lowest first. */
export interface TillSummary {
  readonly groups: readonly StatusFigures[];
  /** There may be more: counting stopped. */
  readonly bounded: boolean;
}

/**
 * For a period alone exact, from the figures by day; otherwise of the newest sales of the person and period, or of those
 * that the search finds, if few have the searched text. Figures are grouped by status, so the filter's statuses and refunds are ignored.
 */
export async function summarizeTillSales(
  tables: Kysely<SaleTables>,
  { statuses: _statuses, refunds: _refunds, ...filter }: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
  { maxMatches = MAX_MATCHES }: Pick<TillLimits, 'maxMatches'> = {},
): Promise<TillSummary> {
  if (!isAnsweredByDays(filter)) {
    return filter.search === undefined
      ? countedOfNewest(tables, filter, time)
      : countedOfSearch(tables, filter, { time, maxMatches });
  }
  const { personId, from, to } = filter;
  return { groups: await tillFiguresByStatus(tables, { personId, from, to }), bounded: false };
}

async function countedOfNewest(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
): Promise<TillSummary> {
  const { looked, taken } = newestTillSales(tables, filter, time, MAX_LOOKED_AT);
  const [groups, { count }] = await Promise.all([
    countedByStatus(tables, taken.select(COUNTED)),
    tables
      .selectFrom(looked.clearSelect().select('id').as('looked'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { groups, bounded: Number(count) >= MAX_LOOKED_AT };
}

async function countedOfSearch(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  { time, maxMatches }: { readonly time: Pick<LocalTime, 'startOfDay'>; readonly maxMatches: number },
): Promise<TillSummary> {
  const branches = tillBranches(tables, filter, time, { maxMatches });
  const [first, ...others] = branches.map((branch, index) =>
    tables
      .selectFrom(branch.places(maxMatches, undefined).clearSelect().select(COUNTED).as(`part_${index}`))
      .select(COUNTED),
  );
  if (!first) return { groups: [], bounded: false };
  const matches = branches.flatMap((branch) => branch.matches?.clearSelect().select('id') ?? []);
  const counts = matches.map((ids) => sql`select count(*) as count from (${ids}) as matching`);
  const { rows } = await sql<{ count: number }>`${sql.join(counts, sql` union all `)}`.execute(tables);
  if (rows.some(({ count }) => Number(count) > maxMatches)) return countedOfNewest(tables, filter, time);
  // A sale found by two parts of the search counts once.
  const all = others.reduce((union, part) => union.union(part) as typeof first, first);
  return { groups: await countedByStatus(tables, all as never), bounded: false };
}

type CountedSale = Pick<SaleTables['sales'], (typeof COUNTED)[number]>;

async function countedByStatus(
  tables: Kysely<SaleTables>,
  sales: SelectQueryBuilder<SaleTables, 'sales', CountedSale>,
): Promise<readonly StatusFigures[]> {
  const rows = await tables
    .selectFrom(sales.as('found'))
    .select([
      'status',
      sql<number>`count(*)`.as('sales'),
      sql<number>`count(credited_at)`.as('captured'),
      sql<number>`coalesce(sum(case when credited_at is not null then final_value end), 0)`.as('capturedSum'),
      sql<number>`sum(case when ${IS_REFUND} then 1 else 0 end)`.as('refunded'),
      sql<number>`coalesce(sum(case when ${IS_GIVEN_BACK} then final_value end), 0)`.as('refundedSum'),
    ])
    .groupBy('status')
    .orderBy('status')
    .execute();
  return rows.map(({ status, ...sums }) => ({ status, ...readFigures(sums) }));
}

const IS_GIVEN_BACK = sql`credited_at is not null and status = ${sql.lit(canceled)}`;
const IS_REFUND = sql`(${IS_GIVEN_BACK}) or status in (${sql.lit(cancelRequested)}, ${sql.lit(canceling)})`;
