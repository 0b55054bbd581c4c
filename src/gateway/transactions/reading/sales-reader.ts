import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { HoursOfDay } from '../../../platform/lists/hours.ts';
import { type ListOrder, type ListPart, newestFirst, placesOfParts } from '../../../platform/lists/parts.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { transactionOf } from '../stores/store.ts';
import type { AttemptTables } from '../tables/attempts-table.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';
import { type DayOfSales, daysOf } from './days.ts';
import { type Denials, denialsOf } from './denials.ts';
import { type FirstAttempt, firstAttemptsOf } from './first-attempts.ts';
import { hoursOf } from './hours.ts';
import { payingByLink } from './paying-by-link.ts';
import type { ReadingTables } from './reading-tables.ts';
import type { SaleFilter } from './sale-filter.ts';
import {
  type Branch,
  branchesOf,
  inOrderOf,
  MAX_LOOKED_AT,
  type MaxLookedAt,
  orderOf,
  type SalePlace,
} from './sale-query.ts';
import { type SaleSummary, summaryOf } from './summary.ts';

/** A sale of a list. */
export interface ListedSale extends Transaction {
  /** Only a person can go on with it. */
  readonly needsAttention: boolean;
}

export interface SalesPage {
  readonly sales: readonly ListedSale[];
  /** The last sale that was looked at, if older ones may belong to this page; undefined: the page is complete. */
  readonly lookedUntil: SaleMoment | undefined;
}

/** A sale's id, and about when it was created. */
interface SaleMoment {
  readonly id: string;
  readonly createdAt: number;
}

/** Reads of many sales at once: all of them away from payments. */
export interface SalesReader {
  /**
   * Newest first; `before` is the id of the last one of the previous page. Looks at a bounded number of sales: a page of
   * a rare filter may be incomplete, or empty, and then tells where to go on.
   */
  list(
    filter: SaleFilter,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<SalesPage>;
  summary(filter: SaleFilter): Promise<SaleSummary>;
  /**
   * Figures of local days, both inclusive, by day and status; days without sales are left out. Of the statuses
   * `evenBefore` also those of all days before.
   */
  days(wanted: {
    readonly merchantId?: number | undefined;
    readonly from: string;
    readonly to: string;
    readonly evenBefore?: readonly number[] | undefined;
  }): Promise<readonly DayOfSales[]>;
  /** Confirmed sales of one local day by quarter hours. */
  hours(wanted: { readonly merchantId?: number | undefined; readonly day: string }): Promise<HoursOfDay>;
  /** Why sales of these days were denied, most frequent first; of very many the newest count. */
  denials(wanted: {
    readonly merchantId?: number | undefined;
    readonly from: string;
    readonly to: string;
  }): Promise<Denials>;
  /** By link, how many buyers are paying at this moment: their outcome is not known yet. */
  payingByLink(merchantId: number): Promise<ReadonlyMap<string, number>>;
  /** By sale: where it was first sent, and why. */
  firstAttempts(ids: readonly string[]): Promise<ReadonlyMap<string, FirstAttempt>>;
  /** Whether there is any sale. */
  hasSales(merchantId: number): Promise<boolean>;
}

export function createSalesReader({
  database,
  kinds,
  time,
  maxLookedAt = MAX_LOOKED_AT,
}: {
  readonly database: Database;
  readonly kinds: PaymentKinds;
  readonly time: LocalTime;
  /** Sales that one page of a filter without an index looks at. */
  readonly maxLookedAt?: MaxLookedAt;
}): SalesReader {
  const tables = () => database.readAside<ReadingTables>();
  const sales = () => database.readAside<TransactionTables>();
  return {
    list: async (filter, { limit, before }) => {
      const { rows, lookedUntil } = await page(tables(), branchesOf(sales(), filter, time, maxLookedAt), {
        limit,
        before,
        order: orderOf(filter),
      });
      return {
        sales: rows.map((row) => ({
          ...transactionOf(kinds, row),
          needsAttention: row.needs_attention === 1,
        })),
        lookedUntil: lookedUntil && { id: lookedUntil.id, createdAt: lookedUntil.created_at },
      };
    },
    summary: (filter) => summaryOf(tables(), filter, time),
    days: (wanted) => daysOf(tables(), wanted),
    hours: (wanted) => hoursOf(tables(), wanted, time),
    denials: (wanted) => denialsOf(tables(), wanted, time),
    payingByLink: (merchantId) => payingByLink(sales(), kinds, merchantId),
    firstAttempts: (ids) => firstAttemptsOf(database.readAside<AttemptTables>(), ids),
    hasSales: async (merchantId) => {
      const row = await tables()
        .selectFrom('transactions')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

type Row = TransactionTables['transactions'] & { readonly needs_attention: number };

async function page(
  tables: Kysely<ReadingTables>,
  branches: readonly Branch[],
  wanted: WantedPage,
): Promise<{ readonly rows: readonly Row[]; readonly lookedUntil: SalePlace | undefined }> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const [only] = branches;
  if (only?.isExact && branches.length === 1) {
    const { limit, before } = wanted;
    const rows = await only.candidates(limit, before).clearSelect().selectAll().select(ATTENTION).execute();
    return { rows, lookedUntil: undefined };
  }
  const { places, lookedUntil } = await placesOfParts(sales, partsOf(branches, wanted), wanted);
  const ids = places.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], lookedUntil };
  const rows = await sales
    .selectFrom('transactions')
    .selectAll()
    .select(ATTENTION)
    .where('id', 'in', ids)
    .execute();
  return { rows: rows.sort(newestFirst(wanted.order)), lookedUntil };
}

interface WantedPage {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly order: ListOrder;
}

function partsOf(
  branches: readonly Branch[],
  { limit, before, order }: WantedPage,
): readonly ListPart<string>[] {
  return branches.map((branch) => {
    // All parts together look at as many as one alone.
    const most = Math.max(limit, Math.floor(branch.maxLookedAt / branches.length));
    if (branch.isExact) return { places: branch.candidates(limit, before), most };
    const taken = inOrderOf(order, branch.taken(most, before)).select(['id', 'created_at']);
    return { places: taken.limit(limit), looked: branch.candidates(most, before), most };
  });
}

const { started, canceling, pending } = Status;
/** 1 for sales that wait for a person; recovery's cases are looked at only for those that may have one. */
const ATTENTION = sql<number>`case when transactions.status in (${sql.lit(started)}, ${sql.lit(canceling)},
  ${sql.lit(pending)}) and exists (select 1 from recovery_cases where recovery_cases.transaction_id = transactions.id
  and recovery_cases.state = 'manual') then 1 else 0 end`.as('needs_attention');
