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

/** Besides the id the columns of filters, and what is counted of sales: an order's JSON would be most of what is read. */
const LOOKED_AT = [
  'status',
  'captured_amount',
  'refunded_amount',
  'created_at',
  'brand',
  'kind',
  'provider',
  'installments',
  'amount',
  'demo',
] as const;

type Candidates = SelectQueryBuilder<TransactionTables, 'transactions', { id: string }>;

/** One part of the result, found by one index; a sale may be in several parts. */
export interface Branch {
  /** At most so many of those that the index finds, newest first. */
  candidates(limit: number, before?: string): Candidates;
  /** Of the candidates those that the whole filter takes, in no order. */
  taken(limit: number, before?: string): Sales;
  /** Whether the filter takes every candidate. */
  readonly isExact: boolean;
  /** Candidates that one query may look at. */
  readonly maxLookedAt: number;
}

/**
 * In the order of ids neighbours are stored side by side; what a search finds lies anywhere. Few enough that a query ends
 * within some 50 ms beside payments.
 */
export const MAX_LOOKED_AT = { inOrder: 2_500, found: 1_000 } as const;
export type MaxLookedAt = Readonly<Record<keyof typeof MAX_LOOKED_AT, number>>;

/**
 * The filter as queries that each use an index: one for each status and each searched column. A single query over several
 * of them would leave it to the planner whether it reads all sales of the merchant. Conditions without an index are
 * applied to a bounded number of candidates, because a rare value would otherwise cost a walk over all sales.
 */
export function branchesOf(
  tables: Kysely<TransactionTables>,
  filter: SaleFilter,
  time: LocalTime,
  maxLookedAt: MaxLookedAt = MAX_LOOKED_AT,
): readonly Branch[] {
  return keysOf(filter).flatMap((key) =>
    statusesOf(filter).map((status) => ({
      ...branchOf(tables, filter, { key, status, time }),
      maxLookedAt: key ? maxLookedAt.found : maxLookedAt.inOrder,
    })),
  );
}

function branchOf(
  tables: Kysely<TransactionTables>,
  filter: SaleFilter,
  {
    key,
    status,
    time,
  }: { readonly key: SearchKey | undefined; readonly status: number | undefined; readonly time: LocalTime },
): Omit<Branch, 'maxLookedAt'> {
  const { merchantId, from, to, search: _search, ...others } = filter;
  const ofStatus: Narrow = (sales) => withStatus(sales, status, filter);
  const all = tables.selectFrom('transactions') as unknown as Sales;
  const isInOrder = !key || hasOrderedIndex(key);
  const start = from === undefined ? undefined : time.startOfDay(from);
  const end = to === undefined ? undefined : time.startOfDay(dayAfter(to));
  // The index of a search has no status and no time, that of the merchant's statuses no other merchant's.
  const hasStatus = !key && merchantId !== undefined;
  const found = withIds(withKey(withMerchant(all, merchantId, isInOrder), key), { start, end });
  const indexed = key ? found : withTimes(hasStatus ? ofStatus(found) : found, { start, end });
  const rest: Narrow = (sales) => conditionsOf(others, time)(withTimes(ofStatus(sales), { start, end }));
  const isExact =
    CONDITIONS.every((name) => filter[name] === undefined) &&
    (hasStatus || (status === undefined && filter.view !== 'refunds')) &&
    (!key || (start === undefined && end === undefined));
  const candidates = (limit: number, before?: string): Candidates =>
    (before === undefined ? indexed : indexed.where('id', '<', before))
      .select('id')
      .orderBy(isInOrder ? sql.ref('id') : UNINDEXED_ID, 'desc')
      .limit(limit);
  return {
    isExact,
    candidates,
    taken: (limit, before) =>
      rest(
        key
          ? all.where('id', 'in', candidates(limit, before))
          : (tables.selectFrom(
              candidates(limit, before).select(LOOKED_AT).as('transactions'),
            ) as unknown as Sales),
      ),
  };
}

/** Conditions that no index serves. */
const CONDITIONS = [
  'brands',
  'kind',
  'provider',
  'installmentsMin',
  'installmentsMax',
  'amountMin',
  'amountMax',
  'demo',
] as const;

/** Columns whose values nearly always name one sale: their indexes hold nothing else. */
const NAMING_ONE: ReadonlySet<string> = new Set(['nsu', 'provider_reference']);

/** Whether the index of the search gives a merchant's sales in the order of ids. */
function hasOrderedIndex(key: SearchKey): boolean {
  return key.match === 'among' || (key.match === 'equal' && !NAMING_ONE.has(key.column));
}

/** Where sales are not found in order the index of the search must serve: an expression of the merchant has no index. */
function withMerchant(sales: Sales, merchantId: number | undefined, isInOrder: boolean): Sales {
  if (merchantId === undefined) return sales;
  return isInOrder
    ? sales.where('merchant_id', '=', merchantId)
    : sales.where(sql<number>`merchant_id + 0`, '=', merchantId);
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

/** In the order of ids, which no index gives: else all sales of the merchant would be read in that order for a rare value. */
const UNINDEXED_ID = sql<string>`id || ''`;

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

function since(sales: Sales, start: number): Sales {
  return withIds(withTimes(sales, { start }), { start });
}

function until(sales: Sales, end: number): Sales {
  return withIds(withTimes(sales, { end }), { end });
}

/** Milliseconds since 1970: from `start`, before `end`. */
interface Period {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

function withTimes(sales: Sales, { start, end }: Period): Sales {
  const after = start === undefined ? sales : sales.where('created_at', '>=', start);
  return end === undefined ? after : after.where('created_at', '<', end);
}

/** The range of ids that holds the period: ids are in the indexes, times are not. */
function withIds(sales: Sales, { start, end }: Period): Sales {
  const after = start === undefined ? sales : sales.where('id', '>=', firstIdOf(start - ID_SLACK_MS));
  return end === undefined ? after : after.where('id', '<', firstIdOf(end + ID_SLACK_MS));
}

/** No id of version 7 of that millisecond is smaller. */
function firstIdOf(epochMs: number): string {
  const digits = Math.max(0, epochMs).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
