import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { LocalTime } from '../../platform/index.ts';
import { CARD_STORING_METHODS } from './listed-sale.ts';
import { SALE_STATUS, type SaleStatus } from './sale.ts';
import type { SaleTables } from './tables.ts';
import { type TillSaleFilter, type TillSearchKey, tillSearchKeys } from './till-sale-filter.ts';

const DAY_MS = 24 * 60 * 60_000;
const AFTER_ANY_TEXT = '\u{10ffff}';
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
  /** Newest first, of the newest MAX_TILL_LOOKED_AT or, with a search, of all. */
  places(limit: number, after: TillSalePlace | undefined): Places;
  /** What `places` looks at, if more than it finds; in no order. */
  looked(after: TillSalePlace | undefined): Places | undefined;
}

/** Sales that one page of a filter without an index looks at: a rare value would otherwise cost a walk over all. */
export const MAX_TILL_LOOKED_AT = 2_500;

/** The filter as queries that each use an index: one per status and per searched column. */
export function tillBranches(
  tables: Kysely<SaleTables>,
  filter: TillSaleFilter,
  time: Pick<LocalTime, 'startOfDay'>,
  maxLookedAt = MAX_TILL_LOOKED_AT,
): readonly TillBranch[] {
  if (filter.search === undefined && CONDITIONS.some((name) => filter[name] !== undefined)) {
    return statusesOf(filter).map((status) => boundedBranch(tables, filter, { status, time, maxLookedAt }));
  }
  const keys = filter.search === undefined ? [undefined] : tillSearchKeys(filter.search);
  return keys.flatMap((key) =>
    statusesOf(filter).map((status): TillBranch => {
      const at = key ? UNINDEXED_TIME : INDEXED_TIME;
      const found = narrowed(withKey(listedOf(tables), key, filter), filter, periodOf(filter, at, time));
      const ofStatus = status === undefined ? found : found.where('status', '=', status);
      return {
        looked: () => undefined,
        places: (limit, after) =>
          (after === undefined ? ofStatus : ofStatus.where(isAfter(after, at)))
            .select(['id', 'created_at'])
            .orderBy(at, 'desc')
            .orderBy('id', 'desc')
            .limit(limit),
      };
    }),
  );
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
  const found = narrowed(
    withKey(listedOf(tables), undefined, filter),
    {},
    periodOf(filter, INDEXED_TIME, time),
  );
  const ofStatus = status === undefined ? found : found.where('status', '=', status);
  const newest = (after: TillSalePlace | undefined) =>
    (after === undefined ? ofStatus : ofStatus.where(isAfter(after, INDEXED_TIME)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxLookedAt);
  return {
    looked: (after) => newest(after).select(['id', 'created_at']),
    places: (limit, after) =>
      narrowed(tables.selectFrom(newest(after).select(LOOKED_AT).as('sales')) as unknown as Sales, filter, [])
        .select(['id', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit),
  };
}

/** What is counted, and the columns of the filter. */
const LOOKED_AT = [
  'id',
  'created_at',
  'status',
  'credited_at',
  'final_value',
  'method_id',
  'brand',
  'acquirer',
  'installments',
] as const;

/** Of the newest sales of the person and period, at most `limit`, those that the rest of a filter takes. */
export function newestTillSales(
  tables: Kysely<SaleTables>,
  { personId, from, to, ...others }: Omit<TillSaleFilter, 'search' | 'statuses' | 'refunds'>,
  time: Pick<LocalTime, 'startOfDay'>,
  limit: number,
) {
  const period = periodOf({ from, to }, INDEXED_TIME, time);
  const looked = narrowed(withKey(listedOf(tables), undefined, { personId }), {}, period)
    .select(LOOKED_AT)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return { looked, taken: narrowed(tables.selectFrom(looked.as('sales')) as unknown as Sales, others, []) };
}

function listedOf(tables: Kysely<SaleTables>): Sales {
  return tables
    .selectFrom('sales')
    .where('transaction_id', 'is', null)
    .where('method_id', 'not in', CARD_STORING_METHODS) as unknown as Sales;
}

/**
 * The transactions that charge the newest sales with this number, client or document, which the transactions themselves
 * do not have.
 */
export async function selectChargingTransactions(
  tables: Kysely<SaleTables>,
  { search, personId }: { readonly search: string; readonly personId: number | undefined },
  limit: number,
): Promise<readonly string[]> {
  const keys = tillSearchKeys(search).filter(({ column }) => COLUMNS_OF_TILLS.has(column));
  if (keys.length === 0) return [];
  const parts = keys.map((key) => {
    const newest = withKey(tables.selectFrom('sales') as unknown as Sales, key, { personId })
      .where('transaction_id', 'is not', null)
      .select('transaction_id')
      .orderBy(UNINDEXED_ID, 'desc')
      .limit(limit);
    return sql`select transaction_id from (${newest}) as newest`;
  });
  const found = await sql<{ transaction_id: string }>`${sql.join(parts, sql` union all `)}`.execute(tables);
  return [...new Set(found.rows.map(({ transaction_id: id }) => id))];
}

const COLUMNS_OF_TILLS: ReadonlySet<TillSearchKey['column']> = new Set([
  'id',
  'client_document',
  'client_key',
]);

type Time = RawBuilder<number>;
const INDEXED_TIME: Time = sql.ref('created_at');
/** A search uses the index of its column: the time is compared as an expression, which has no index. */
const UNINDEXED_TIME: Time = sql`(created_at + 0)`;
const UNINDEXED_ID = sql<number>`(id + 0)`;

function isAfter({ createdAt, id }: TillSalePlace, at: Time) {
  return sql<boolean>`(${at}, id) < (${createdAt}, ${id})`;
}

function periodOf(
  { from, to }: Pick<TillSaleFilter, 'from' | 'to'>,
  at: Time,
  time: Pick<LocalTime, 'startOfDay'>,
): readonly RawBuilder<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${time.startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${time.startOfDay(dayAfter(to))}`]),
  ];
}

function withKey(
  sales: Sales,
  key: TillSearchKey | undefined,
  { personId }: Pick<TillSaleFilter, 'personId'>,
): Sales {
  if (key?.column === 'client_key') {
    const { beginning } = key;
    const named = sales
      .where('client_key', '>=', beginning)
      .where('client_key', '<', `${beginning}${AFTER_ANY_TEXT}`);
    // As an expression, which has no index: otherwise all sales of the person would be read for a rare name.
    return personId === undefined ? named : named.where(sql<number>`person_id + 0`, '=', personId);
  }
  const ofPerson = personId === undefined ? sales : sales.where('person_id', '=', personId);
  return key ? ofPerson.where(key.column, '=', key.value) : ofPerson;
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

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
