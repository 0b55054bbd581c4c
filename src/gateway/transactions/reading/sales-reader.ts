import { type Kysely, sql } from 'kysely';
import { type Database, type LocalTime, timeOfUuid } from '../../../platform/index.ts';
import { Status, type Transaction, type TransactionTables, transactionOf } from '../record/index.ts';
import { type DayOfSales, daysOf } from './days.ts';
import { type Denials, denialsOf } from './denials.ts';
import type { ReadingTables } from './reading-tables.ts';
import type { SaleFilter } from './sale-filter.ts';
import { type Branch, branchesOf, MAX_LOOKED_AT, type MaxLookedAt } from './sale-query.ts';
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
  /** Figures of local days, both inclusive, by day and status; days without sales are left out. */
  days(wanted: {
    readonly merchantId?: number | undefined;
    readonly from: string;
    readonly to: string;
    readonly statuses?: readonly number[] | undefined;
  }): Promise<readonly DayOfSales[]>;
  /** Why sales of these days were denied, most frequent first; of very many the newest count. */
  denials(wanted: {
    readonly merchantId?: number | undefined;
    readonly from: string;
    readonly to: string;
  }): Promise<Denials>;
  /** Whether there is any sale. */
  hasSales(merchantId: number): Promise<boolean>;
}

export function createSalesReader({
  database,
  time,
  maxLookedAt = MAX_LOOKED_AT,
}: {
  readonly database: Database;
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
      });
      const inCare = await needingAttention(tables(), rows);
      return {
        sales: rows.map((row) => ({ ...transactionOf(row), needsAttention: inCare.has(row.id) })),
        lookedUntil:
          lookedUntil === undefined ? undefined : { id: lookedUntil, createdAt: timeOfUuid(lookedUntil) },
      };
    },
    summary: (filter) => summaryOf(tables(), filter, time),
    days: (wanted) => daysOf(tables(), wanted),
    denials: (wanted) => denialsOf(tables(), wanted, time),
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

type Row = TransactionTables['transactions'];

async function page(
  tables: Kysely<ReadingTables>,
  branches: readonly Branch[],
  wanted: PageOfIds,
): Promise<{ readonly rows: readonly Row[]; readonly lookedUntil: string | undefined }> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const parts = await Promise.all(branches.map((branch) => idsOf(sales, branch, wanted, branches.length)));
  const lookedUntil = parts
    .flatMap((part) => part.lookedUntil ?? [])
    .sort()
    .at(-1);
  const ids = [...new Set(parts.flatMap((part) => part.ids))]
    // Below this another part may have newer ones that it has not looked at.
    .filter((id) => lookedUntil === undefined || id >= lookedUntil)
    .sort()
    .reverse()
    .slice(0, wanted.limit);
  const end = ids.length < wanted.limit ? lookedUntil : undefined;
  if (ids.length === 0) return { rows: [], lookedUntil: end };
  const rows = await sales
    .selectFrom('transactions')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return { rows, lookedUntil: end };
}

interface PageOfIds {
  readonly limit: number;
  readonly before?: string | undefined;
}

/** The ids that one part finds, and the last candidate if there may be more. */
async function idsOf(
  sales: Kysely<TransactionTables>,
  branch: Branch,
  { limit, before }: PageOfIds,
  branches: number,
): Promise<{ readonly ids: readonly string[]; readonly lookedUntil?: string | undefined }> {
  if (branch.isExact) {
    const rows = await branch.candidates(limit, before).execute();
    return { ids: rows.map(({ id }) => id) };
  }
  // All parts together look at as many as one alone.
  const looked = Math.max(limit, Math.floor(branch.maxLookedAt / branches));
  const rows = await branch.taken(looked, before).select('id').orderBy('id', 'desc').limit(limit).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === limit) return { ids };
  const { count, last } = await sales
    .selectFrom(branch.candidates(looked, before).as('looked'))
    .select([sql<number>`count(*)`.as('count'), sql<string>`min(id)`.as('last')])
    .executeTakeFirstOrThrow();
  return { ids, lookedUntil: Number(count) < looked ? undefined : last };
}

const MAY_NEED_ATTENTION: ReadonlySet<number> = new Set([Status.started, Status.canceling, Status.pending]);

/** Those that wait for a person; recovery's cases are looked at only for sales that may have one. */
async function needingAttention(
  tables: Kysely<ReadingTables>,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const ids = rows.filter(({ status }) => MAY_NEED_ATTENTION.has(status)).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const cases = await tables
    .selectFrom('recovery_cases')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .where('state', '=', 'manual')
    .execute();
  return new Set(cases.map(({ transaction_id: id }) => id));
}
