import { type Kysely, sql } from 'kysely';
import { type Figures, NO_FIGURES, plus, readFigures } from '../../../platform/figures.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { Status } from '../rules/transaction.ts';
import { GONE_BACK, IS_DENIED_TRY, IS_REFUND, type TransactionTables } from '../tables/transactions-table.ts';
import { figuresByStatus, type SalesOfStatus } from './days.ts';
import type { ReadingTables } from './reading-tables.ts';
import { isByDay, type SaleFilter, type SaleView, VIEW_STATUSES } from './sale-filter.ts';
import { type Branch, branchesOf, conditionsOf, newestOf } from './sale-query.ts';

/** Maximum number of sales read for one count, whether they pass the filter or not. */
const MAX_LOOKED_AT = 5_000;
const VIEWS = Object.keys(VIEW_STATUSES) as readonly SaleView[];

export interface Count {
  readonly count: number;
  /** There may be more: counting stopped. */
  readonly bounded: boolean;
}

/** Count and sums of a filter, and the count of each view with the rest of the filter. Sums are in centavos. */
export interface SaleSummary extends Count {
  readonly capturedSum: number;
  readonly refundedSum: number;
  readonly views: Readonly<Record<SaleView, Count>>;
}

/** For a period alone exact, from the figures by day; otherwise counted up to a bound. */
export async function summaryOf(
  tables: Kysely<ReadingTables>,
  filter: SaleFilter,
  time: LocalTime,
): Promise<SaleSummary> {
  const { view, statuses, ...others } = filter;
  const byDay = isByDay(others);
  const all = byDay
    ? { groups: await figuresByStatus(tables, others), bounded: false }
    : await countedByStatus(tables, others, time);
  const views = Object.fromEntries(
    VIEWS.map((one) => [one, { count: countOf(one, all.groups), bounded: all.bounded }]),
  ) as SaleSummary['views'];
  const wanted =
    view === 'refunds' || (filter.search !== undefined && all.bounded && isNarrowed(filter))
      ? await countedOfView(tables, filter, time)
      : { ...figuresOfView(view, statuses, all.groups), bounded: all.bounded };
  return {
    count: wanted.sales,
    bounded: wanted.bounded,
    capturedSum: wanted.capturedSum,
    refundedSum: wanted.refundedSum,
    views,
  };
}

/** Whether it takes some statuses only. */
function isNarrowed({ view = 'all', statuses }: SaleFilter): boolean {
  return view !== 'all' || statuses !== undefined;
}

function figuresOfView(
  view: SaleView = 'all',
  statuses: readonly number[] | undefined,
  groups: readonly SalesOfStatus[],
): Figures {
  const ofView = VIEW_STATUSES[view];
  return groups
    .filter(({ status }) => (ofView?.includes(status) ?? true) && (statuses?.includes(status) ?? true))
    .filter(({ status, deniedTry }) => view !== 'denied' || status === Status.denied || deniedTry)
    .reduce<Figures>((sum, group) => plus(sum, group), NO_FIGURES);
}

function countOf(view: SaleView, groups: readonly SalesOfStatus[]): number {
  const figures = figuresOfView(view, undefined, groups);
  return view === 'refunds' ? figures.refunded : figures.sales;
}

const SUMS = {
  sales: sql<number>`count(*)`,
  captured: sql<number>`sum(case when captured_amount > 0 then 1 else 0 end)`,
  capturedSum: sql<number>`sum(coalesce(captured_amount, 0))`,
  refunded: sql<number>`sum(case when ${IS_REFUND} then 1 else 0 end)`,
  refundedSum: sql<number>`sum(${GONE_BACK})`,
} as const;
const COUNTED = [
  'id',
  'status',
  'last_try',
  'captured_amount',
  'refunded_amount',
  'disputed_amount',
] as const;
/** 1 or 0. */
const DENIED_TRY = sql<number>`case when ${IS_DENIED_TRY} then 1 else 0 end`;
/** The counted and filtered columns: an order's JSON would be most of the data read. */
const LOOKED_AT = [...COUNTED, 'brand', 'kind', 'provider', 'installments', 'amount', 'demo'] as const;

/** Examines the newest sales of the period (for the view of refunds: the newest refunds), and counts those that match the filter. */
async function countedByStatus(
  tables: Kysely<ReadingTables>,
  { view, statuses, ...filter }: SaleFilter,
  time: LocalTime,
): Promise<{ readonly groups: readonly SalesOfStatus[]; readonly bounded: boolean }> {
  if (filter.search) return countedByStatusOfSearch(tables, filter, time);
  const sales = tables as unknown as Kysely<TransactionTables>;
  const all = sales.selectFrom('transactions');
  const ofView = (view === 'refunds' ? all.where(IS_REFUND) : all) as never;
  const looked = newestOf(ofView, filter, time).select(LOOKED_AT).limit(MAX_LOOKED_AT);
  const taken = conditionsOf(filter)(sales.selectFrom(looked.as('transactions')) as never).select(COUNTED);
  const [rows, { count: lookedAt }] = await Promise.all([
    sales
      .selectFrom(taken.as('taken'))
      .select(['status', DENIED_TRY.as('denied_try'), ...aliased()])
      .groupBy(['status', 'denied_try'])
      .orderBy('status')
      .execute(),
    sales
      .selectFrom(looked.clearSelect().select('id').as('looked'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const groups = rows.map(readGroup);
  return { groups, bounded: Number(lookedAt) >= MAX_LOOKED_AT };
}

async function countedByStatusOfSearch(
  tables: Kysely<ReadingTables>,
  filter: SaleFilter,
  time: LocalTime,
): Promise<{ readonly groups: readonly SalesOfStatus[]; readonly bounded: boolean }> {
  const { rows, bounded } = await foundByBranches(tables, filter, time);
  return { groups: rows, bounded };
}

/** For a view that the counts by status do not cover: refunds, or a search that finds more than are counted. */
async function countedOfView(
  tables: Kysely<ReadingTables>,
  filter: SaleFilter,
  time: LocalTime,
): Promise<Figures & { readonly bounded: boolean }> {
  const { groups, bounded } = filter.search
    ? await countedByStatusOfSearch(tables, filter, time)
    : await countedByStatus(tables, filter, time);
  return { ...figuresOfView('all', filter.statuses, groups), bounded };
}

/** Of each part of a search the newest are looked at. A sale that two parts find counts once. */
async function foundByBranches(
  tables: Kysely<ReadingTables>,
  filter: SaleFilter,
  time: LocalTime,
): Promise<{ readonly rows: readonly SalesOfStatus[]; readonly bounded: boolean }> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const branches = branchesOf(sales, filter, time);
  const parts = branches.map((branch) => branch.taken(branch.maxLookedAt).select(COUNTED));
  const [first, ...others] = parts;
  if (!first) return { rows: [], bounded: false };
  const all = others.reduce((union, part) => union.union(part) as typeof first, first);
  const [rows, bounded] = await Promise.all([
    sales
      .selectFrom(all.as('found'))
      .select(['status', DENIED_TRY.as('denied_try'), ...aliased()])
      .groupBy(['status', 'denied_try'])
      .orderBy('status')
      .execute(),
    hasMore(sales, branches),
  ]);
  return { rows: rows.map(readGroup), bounded };
}

/** Whether some part may have candidates beyond those that are looked at. */
async function hasMore(sales: Kysely<TransactionTables>, branches: readonly Branch[]): Promise<boolean> {
  const counts = branches.map(
    (branch) =>
      sql`select count(*) as count, ${sql.lit(branch.maxLookedAt)} as most
        from (${branch.candidates(branch.maxLookedAt).clearSelect().clearOrderBy().select(sql.lit(1).as('one'))}) as looked`,
  );
  const { rows } = await sql<{ count: number; most: number }>`${sql.join(counts, sql` union all `)}`.execute(
    sales,
  );
  return rows.some(({ count, most }) => Number(count) >= Number(most));
}

function readGroup({
  status,
  denied_try: deniedTry,
  ...sums
}: Figures & { readonly status: number; readonly denied_try: number }): SalesOfStatus {
  return { status, deniedTry: deniedTry === 1, ...readFigures(sums) };
}

function aliased() {
  return [
    SUMS.sales.as('sales'),
    SUMS.captured.as('captured'),
    SUMS.capturedSum.as('capturedSum'),
    SUMS.refunded.as('refunded'),
    SUMS.refundedSum.as('refundedSum'),
  ] as const;
}
