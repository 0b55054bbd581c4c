import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { isUuid, NIL_UUID, timeOfUuid } from '../../../platform/ids.ts';
import type { ListOrder, Place } from '../../../platform/lists/parts.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { periodOfDays } from '../../../platform/time/local-days.ts';
import type { Status } from '../rules/transaction.ts';
import { IS_DENIED, IS_REFUND, type TransactionTables } from '../tables/transactions-table.ts';
import {
  type SaleFilter,
  type SaleView,
  type SearchKey,
  searchKeysOf,
  VIEW_STATUSES,
} from './sale-filter.ts';
import { inPeriod, type Sales, type SaleTime } from './sale-period.ts';

const AFTER_ANY_TEXT = '\u{10ffff}';

/** As the text of the index has it, so that the index serves. */
const IS_DEMO = sql<boolean>`demo = 1`;
const IS_REAL = sql<boolean>`(demo is null or demo <> 1)`;

type Narrow = (sales: Sales) => Sales;

/** Besides the place the columns of filters, and what is counted of sales: an order's JSON would be most of what is read. */
const LOOKED_AT = [
  'status',
  'last_try',
  'captured_amount',
  'refunded_amount',
  'disputed_amount',
  'brand',
  'kind',
  'provider',
  'installments',
  'amount',
  'demo',
] as const;

type Candidates = SelectQueryBuilder<TransactionTables, 'transactions', SalePlace>;

export type SalePlace = Place<string>;

/**
 * By the time of creation, as indexes have the sales of a merchant; or by the id, as the table has those of all merchants.
 * Ids begin with a time that is a moment from that of creation.
 */
export function orderOf({ merchantId, search, searchKeys }: SaleFilter): ListOrder {
  return merchantId === undefined && !search && !searchKeys ? 'id' : 'time';
}

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
 * In the order of time neighbours are stored side by side; what a search finds lies anywhere. Few enough that a query ends
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
  const { merchantId } = filter;
  const ofStatus: Narrow = (sales) => withStatus(sales, status, filter);
  const all = tables.selectFrom('transactions') as unknown as Sales;
  const order = orderOf(filter);
  const isInOrder = !key || (merchantId !== undefined && hasOrderedIndex(key));
  const timeColumn = isInOrder ? TIME : UNINDEXED_TIME;
  // The index of a search has no status, that of the merchant's statuses no other merchant's.
  const hasStatus = !key && merchantId !== undefined;
  const ofMerchant = withMerchant(all, merchantId, isInOrder);
  const found = inPeriod(withKey(ofMerchant, key), periodOfDays(filter, time), order, timeColumn);
  const indexed = hasStatus ? ofStatus(found) : found;
  const rest: Narrow = (sales) => conditionsOf(filter)(ofStatus(sales));
  const isExact =
    CONDITIONS.every((name) => filter[name] === undefined) &&
    (hasStatus || (status === undefined && conditionOf(filter.view) === undefined));
  const candidates = (limit: number, before?: string): Candidates => {
    const wanted = before === undefined ? indexed : after(indexed, before, order, timeColumn);
    const newest =
      key?.match === 'beginning'
        ? wanted.where('created_at', '>=', sinceOf(indexed, { limit, before, time: timeColumn }))
        : wanted;
    return inOrderOf(order, newest, timeColumn).select(['id', 'created_at']).limit(limit);
  };
  return {
    isExact,
    candidates,
    taken: (limit, before) =>
      rest(
        tables.selectFrom(candidates(limit, before).select(LOOKED_AT).as('transactions')) as unknown as Sales,
      ),
  };
}

/**
 * A time since which there are at least as many sales as one page has, if there are so many. A name often begins very many
 * sales, which its index does not have in the order of time: their times are read from the index alone, and only the sales
 * since then from the table.
 */
function sinceOf(
  indexed: Sales,
  {
    limit,
    before,
    time,
  }: { readonly limit: number; readonly before?: string | undefined; readonly time: SaleTime },
) {
  // Those of the same millisecond come in addition.
  const older = before === undefined ? indexed : indexed.where(time, '<', momentOf(before));
  const newest = older.select('created_at').orderBy(time, 'desc').limit(limit);
  return sql<number>`coalesce((select min(created_at) from (${newest}) as newest), 0)`;
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

/** Columns whose values nearly always name one sale, or a few: their indexes hold nothing else. */
const NAMING_FEW: ReadonlySet<string> = new Set(['id', 'nsu', 'provider_reference', 'authorization_code']);

/** Whether the index of the search gives a merchant's sales in the order of time. */
function hasOrderedIndex(key: SearchKey): boolean {
  return key.match === 'equal' && !NAMING_FEW.has(key.column);
}

/** Where sales are not found in order the index of the search must serve: an expression of the merchant has no index. */
function withMerchant(sales: Sales, merchantId: number | undefined, isInOrder: boolean): Sales {
  if (merchantId === undefined) return sales;
  return isInOrder
    ? sales.where('merchant_id', '=', merchantId)
    : sales.where(sql<number>`merchant_id + 0`, '=', merchantId);
}

function keysOf({
  search,
  searchKeys,
  searchedIds: ids = [],
}: SaleFilter): readonly (SearchKey | undefined)[] {
  if (searchKeys) return searchKeys;
  if (!search) return [undefined];
  return [...searchKeysOf(search), ...(ids.length > 0 ? [{ match: 'among', ids } as const] : [])];
}

function withKey(sales: Sales, key: SearchKey | undefined): Sales {
  return key ? matching(sales, key) : sales;
}

/** Of a view that no status decides; its text is that of an index. */
function conditionOf(view: SaleView = 'all') {
  return { refunds: IS_REFUND, denied: IS_DENIED }[view as string];
}

function withStatus(sales: Sales, status: number | undefined, { view }: SaleFilter): Sales {
  const condition = conditionOf(view);
  const ofView = condition ? sales.where(condition) : sales;
  return status === undefined ? ofView : ofView.where('status', '=', status as Status);
}

const TIME: SaleTime = sql<number>`created_at`;
/** As no index has it: else all sales of the merchant would be read in the order of time for a rare value. */
const UNINDEXED_TIME: SaleTime = sql<number>`created_at + 0`;

/** Newest first. */
export function inOrderOf(order: ListOrder, sales: Sales, time = TIME): Sales {
  return (order === 'id' ? sales : sales.orderBy(time, 'desc')).orderBy('id', 'desc');
}

/** When a sale was created. If it is no longer there, its id tells about when. */
function momentOf(id: string) {
  const made = timeOfUuid(id) || 0;
  return sql<number>`coalesce((select place.created_at from transactions as place where place.id = ${id}), ${made})`;
}

/** Only sales that stand after this one. */
function after(sales: Sales, place: string, order: ListOrder, time: SaleTime): Sales {
  const id = isUuid(place) ? place : NIL_UUID;
  if (order === 'id') return sales.where('id', '<', id);
  const at = momentOf(id);
  return sales.where(time, '<=', at).where((row) => row.or([row('created_at', '<', at), row('id', '<', id)]));
}

/** The newest sales of a merchant and period. */
export function newestOf(
  sales: Sales,
  filter: Pick<SaleFilter, 'merchantId' | 'from' | 'to'>,
  time: LocalTime,
  order: ListOrder = orderOf(filter),
): Sales {
  const ofMerchant = withMerchant(sales, filter.merchantId, true);
  return inOrderOf(order, inPeriod(ofMerchant, periodOfDays(filter, time), order, TIME));
}

/** The conditions that no index serves. */
export function conditionsOf(filter: Pick<SaleFilter, (typeof CONDITIONS)[number]>): Narrow {
  const { brands, kind, provider, demo } = filter;
  const narrowed: readonly (Narrow | undefined)[] = [
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
