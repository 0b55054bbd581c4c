import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { periodOfDays } from '../../../platform/time/local-days.ts';
import { CARD_STORING_METHODS } from '../record/listed-sale.ts';
import { SALE_STATUS, type SaleStatus } from '../record/sale.ts';
import type { SaleTables } from '../record/tables.ts';
import { hasAnyKey, LOOKED_AT, MAX_MATCHES, matchesOf } from './search-till-sales.ts';
import { type TillSaleFilter, tillSearchKeys } from './till-sale-filter.ts';

const { cancelRequested, canceling, canceled } = SALE_STATUS;
const REFUND_STATUSES: readonly SaleStatus[] = [cancelRequested, canceling, canceled];

/** The position of a sale in lists: newest first, by time and then by number. */
export interface TillSalePlace {
  readonly createdAt: number;
  readonly id: number;
}

type Sales = SelectQueryBuilder<SaleTables, 'sales', unknown>;

type Places = SelectQueryBuilder<SaleTables, 'sales', { id: number; created_at: number }>;

/** One part of the result, found by one index; a sale may be in several parts. */
export interface TillBranch {
  /** Newest first, of what `looked` looks at, or of all. */
  places(limit: number, after: TillSalePlace | undefined): Places;
  /** What `places` looks at, if more than it finds; in no order. */
  looked(after: TillSalePlace | undefined): Places | undefined;
  /** Of a search: the sales that `places` looks at. */
  readonly matches: Sales | undefined;
  /** At most so many are looked at; of a search one more than the maximum: as many have its text that it is frequent. */
  readonly most: number;
}

/** Sales that one page of a filter without an index looks at: a rare value would otherwise cost a walk over all. */
export const MAX_TILL_LOOKED_AT = 2_500;

/** How many sales a page reads at the most. */
export interface TillLimits {
  /** Without an index. */
  readonly maxLookedAt?: number | undefined;
  /** With the same searched text. */
  readonly maxMatches?: number | undefined;
}

/** The filter as queries that each use an index: one per status and per searched column. */
export function tillBranches(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
  { maxLookedAt, maxMatches = MAX_MATCHES }: TillLimits = {},
): readonly TillBranch[] {
  const keys = filter.search === undefined ? [undefined] : tillSearchKeys(filter.search);
  if (filter.search === undefined && CONDITIONS.some((name) => filter[name] !== undefined)) {
    return newestBranches(tables, filter, time, maxLookedAt);
  }
  return keys.flatMap((key) => {
    const matches = key && matchesOf(tables, key, filter, maxMatches + 1);
    const sales = matches
      ? (tables.selectFrom(matches.as('sales')) as unknown as Sales)
      : salesOf(tables, filter);
    const found = narrowed(listed(sales), filter, periodOf(filter, time));
    return statusesOf(filter).map((status) => ({
      matches,
      most: maxMatches + 1,
      looked: () => undefined,
      places: (limit, after) => placesOf(withStatus(found, status), limit, after),
    }));
  });
}

/** The filter as queries that look at the newest sales, whatever it asks for: one per status. */
export function newestBranches(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
  maxLookedAt = MAX_TILL_LOOKED_AT,
): readonly TillBranch[] {
  return statusesOf(filter).map((status) => boundedBranch(tables, filter, { status, time, maxLookedAt }));
}

/** Conditions that no index serves. */
const CONDITIONS = [
  'methodIds',
  'brands',
  'acquirer',
  'installmentsMin',
  'installmentsMax',
  'amountMin',
  'amountMax',
] as const;

function boundedBranch(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  {
    status,
    time,
    maxLookedAt,
  }: {
    readonly status: SaleStatus | undefined;
    readonly time: Pick<LocalTime, 'startOfDay'>;
    readonly maxLookedAt: number;
  },
): TillBranch {
  const ofPeriod = narrowed(listed(salesOf(tables, filter)), {}, periodOf(filter, time));
  const newest = (after: TillSalePlace | undefined) =>
    newestFirst(withStatus(ofPeriod, status), after).limit(maxLookedAt);
  return {
    matches: undefined,
    most: maxLookedAt,
    looked: (after) => newest(after).select(['id', 'created_at']),
    places: (limit, after) => {
      const looked = tables.selectFrom(newest(after).select(LOOKED_AT).as('sales')) as unknown as Sales;
      return placesOf(narrowed(searched(looked, filter), filter, []), limit, undefined);
    },
  };
}

/** Of the newest sales of the person and period, at most `limit`, those that the rest of a filter takes. */
export function newestTillSales(
  tables: Kysely<SaleTables>,
  { personId, from, to, ...others }: Omit<TillSaleFilter, 'statuses' | 'refunds'>,
  time: Pick<LocalTime, 'startOfDay'>,
  limit: number,
) {
  const ofPeriod = narrowed(listed(salesOf(tables, { personId })), {}, periodOf({ from, to }, time));
  const looked = newestFirst(ofPeriod, undefined).limit(limit).select(LOOKED_AT);
  const sales = tables.selectFrom(looked.as('sales')) as unknown as Sales;
  return { looked, taken: narrowed(searched(sales, others), others, []) };
}

function salesOf(tables: Kysely<SaleTables>, { personId }: Pick<TillSaleFilter, 'personId'>): Sales {
  const sales = tables.selectFrom('sales') as unknown as Sales;
  return personId === undefined ? sales : sales.where('person_id', '=', personId);
}

function listed(sales: Sales): Sales {
  return sales.where('transaction_id', 'is', null).where('method_id', 'not in', CARD_STORING_METHODS);
}

function searched(sales: Sales, { search }: Pick<TillSaleFilter, 'search'>): Sales {
  return search === undefined ? sales : sales.where(hasAnyKey(search));
}

function withStatus(sales: Sales, status: SaleStatus | undefined): Sales {
  return status === undefined ? sales : sales.where('status', '=', status);
}

function placesOf(sales: Sales, limit: number, after: TillSalePlace | undefined): Places {
  return newestFirst(sales, after).limit(limit).select(['id', 'created_at']);
}

function newestFirst(sales: Sales, after: TillSalePlace | undefined): Sales {
  const older =
    after === undefined
      ? sales
      : sales.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  return older.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

function periodOf(
  filter: Pick<TillSaleFilter, 'from' | 'to'>,
  time: Pick<LocalTime, 'startOfDay'>,
): readonly RawBuilder<boolean>[] {
  const { start, end } = periodOfDays(filter, time);
  return [
    ...(start === undefined ? [] : [sql<boolean>`created_at >= ${start}`]),
    ...(end === undefined ? [] : [sql<boolean>`created_at < ${end}`]),
  ];
}

/** The filter without person, statuses and search. */
function narrowed(sales: Sales, filter: TillSaleFilter, period: readonly RawBuilder<boolean>[]): Sales {
  const { methodIds, brands, acquirer, refunds } = filter;
  const { installmentsMin, installmentsMax, amountMin, amountMax } = filter;
  let found = period.reduce((all, part) => all.where(part), sales);
  if (methodIds) found = found.where('method_id', 'in', methodIds);
  if (brands) found = found.where('brand', 'in', brands);
  if (acquirer !== undefined) found = found.where('acquirer', '=', acquirer);
  if (installmentsMin !== undefined) found = found.where('installments', '>=', installmentsMin);
  if (installmentsMax !== undefined) found = found.where('installments', '<=', installmentsMax);
  if (amountMin !== undefined) found = found.where('final_value', '>=', amountMin);
  if (amountMax !== undefined) found = found.where('final_value', '<=', amountMax);
  return refunds ? found.where('credited_at', 'is not', null) : found;
}

/** The requested statuses without duplicates; a single undefined: any. */
function statusesOf({ statuses, refunds }: TillSaleFilter): readonly (SaleStatus | undefined)[] {
  if (refunds)
    return statuses ? REFUND_STATUSES.filter((status) => statuses.includes(status)) : REFUND_STATUSES;
  return statuses ? [...new Set(statuses)] : [undefined];
}
