import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { LocalTime } from '../../../platform/index.ts';
import { IS_REFUND, type Status, type TransactionTables } from '../record/index.ts';
import { type SaleFilter, type SearchKey, searchKeysOf, VIEW_STATUSES } from './sale-filter.ts';

const DAY_MS = 24 * 60 * 60_000;
/** An id is made moments before the sale that it names: the range of ids of a period is this much wider. */
const ID_SLACK_MS = 60_000;
const AFTER_ANY_TEXT = '\u{10ffff}';
const TIME_DIGITS = 12;

/** As the text of the index has it, so that the index serves. */
const IS_DEMO = sql<boolean>`demo = 1`;
const IS_REAL = sql<boolean>`(demo is null or demo <> 1)`;

type Sales = SelectQueryBuilder<TransactionTables, 'transactions', unknown>;
type Narrow = (sales: Sales) => Sales;

/** One part of what is wanted, found by one index; the parts together may hold a sale twice. */
export interface Branch {
  /** Newest first, so many at the most, with everything that the filter asks for. */
  ids(limit: number, before?: string): SelectQueryBuilder<TransactionTables, 'transactions', { id: string }>;
}

/**
 * The filter as queries that an index serves each: one for each status and each place of the search. A single query over
 * several of them would leave it to the planner whether it reads all sales of the merchant.
 */
export function branchesOf(
  tables: Kysely<TransactionTables>,
  filter: SaleFilter,
  time: LocalTime,
): readonly Branch[] {
  const narrow = conditionsOf(filter, time);
  const narrowOfName = conditionsOfName(filter, time);
  const keys = keysOf(filter);
  return keys.flatMap((key) =>
    statusesOf(filter).map((status): Branch => {
      const isName = key?.match === 'beginning';
      const all = tables.selectFrom('transactions') as unknown as Sales;
      const found = withKey(isName ? narrowOfName(all) : narrow(all), key);
      const ofView = withStatus(found, status, filter);
      return {
        ids: (limit, before) =>
          (before === undefined ? ofView : ofView.where('id', '<', before))
            .select('id')
            .orderBy(isName ? UNINDEXED_ID : sql.ref('id'), 'desc')
            .limit(limit),
      };
    }),
  );
}

function keysOf({ search, searchedIds: ids = [] }: SaleFilter): readonly (SearchKey | undefined)[] {
  if (!search) return [undefined];
  return [...searchKeysOf(search), ...(ids.length > 0 ? [{ match: 'among', ids } as const] : [])];
}

function withKey(sales: Sales, key: SearchKey | undefined): Sales {
  return key ? matching(sales, key) : sales;
}

function withStatus(sales: Sales, status: number | undefined, { view }: SaleFilter): Sales {
  const ofView = view === 'refunds' ? sales.where(IS_REFUND) : sales;
  return status === undefined ? ofView : ofView.where('status', '=', status as Status);
}

/** In the order of ids, which no index gives: else all sales of the merchant would be read in that order for a rare name. */
const UNINDEXED_ID = sql<string>`id || ''`;

/** For names the index on names must serve: the merchant is looked at as an expression, which has none. */
function conditionsOfName({ merchantId, ...others }: SaleFilter, time: LocalTime): Narrow {
  const narrow = conditionsOf(others, time);
  if (merchantId === undefined) return narrow;
  return (sales) => narrow(sales).where(sql<number>`merchant_id + 0`, '=', merchantId);
}

/** All parts of the filter but view, statuses and search, which `branchesOf` adds. */
export function conditionsOf(filter: SaleFilter, time: LocalTime): Narrow {
  const { merchantId, from, to, brands, kind, provider, demo } = filter;
  const narrowed: readonly (Narrow | undefined)[] = [
    given(merchantId, (value) => (sales) => sales.where('merchant_id', '=', value)),
    given(from, (day) => (sales) => since(sales, time.startOfDay(day))),
    given(to, (day) => (sales) => until(sales, time.startOfDay(dayAfter(day)))),
    given(brands, (values) => (sales) => sales.where('brand', 'in', values)),
    given(kind, (value) => (sales) => sales.where('kind', '=', value)),
    given(provider, (value) => (sales) => sales.where('provider', '=', value)),
    given(filter.installmentsMin, (least) => (sales) => sales.where('installments', '>=', least)),
    given(filter.installmentsMax, (most) => (sales) => sales.where('installments', '<=', most)),
    given(filter.amountMin, (least) => (sales) => sales.where('amount', '>=', least)),
    given(filter.amountMax, (most) => (sales) => sales.where('amount', '<=', most)),
    given(demo, (wanted) => (sales) => sales.where(wanted ? IS_DEMO : IS_REAL)),
  ];
  return (all) => narrowed.reduce((sales, narrow) => (narrow ? narrow(sales) : sales), all);
}

function given<Value>(value: Value | undefined, narrow: (value: Value) => Narrow): Narrow | undefined {
  return value === undefined ? undefined : narrow(value);
}

/** The statuses wanted, each once; one undefined: any. */
function statusesOf({ view = 'all', statuses }: SaleFilter): readonly (number | undefined)[] {
  const ofView = VIEW_STATUSES[view];
  if (!statuses) return ofView ?? [undefined];
  const wanted = [...new Set(statuses)];
  return ofView ? wanted.filter((status) => ofView.includes(status)) : wanted;
}

function matching(sales: Sales, key: SearchKey): Sales {
  if (key.match === 'among') return sales.where('id', 'in', key.ids);
  const { column, value, match } = key;
  if (match === 'equal') return sales.where(column, '=', value);
  return sales.where(column, '>=', value).where(column, '<', `${value}${AFTER_ANY_TEXT}`);
}

function since(sales: Sales, from: number): Sales {
  return sales.where('created_at', '>=', from).where('id', '>=', firstIdOf(from - ID_SLACK_MS));
}

function until(sales: Sales, end: number): Sales {
  return sales.where('created_at', '<', end).where('id', '<', firstIdOf(end + ID_SLACK_MS));
}

/** No id of version 7 of that millisecond is smaller. */
function firstIdOf(epochMs: number): string {
  const digits = Math.max(0, epochMs).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
