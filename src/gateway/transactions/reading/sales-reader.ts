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
  const [only] = branches;
  if (only?.isExact && branches.length === 1) {
    const { limit, before } = wanted;
    const rows = await only.candidates(limit, before).clearSelect().selectAll().execute();
    return { rows, lookedUntil: undefined };
  }
  const parts = await partsOf(sales, branches, wanted);
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

/** The ids that a part finds, and the last candidate if there may be more. */
interface Part {
  readonly ids: readonly string[];
  readonly lookedUntil: string | undefined;
}

/** A row of an id that a part finds has no `count`; the one with the last candidate counts all candidates. */
interface PartRow {
  readonly part: number;
  readonly id: string | null;
  readonly count: number | null;
}

/** All parts in one query: beside payments each query waits for its turn. */
async function partsOf(
  sales: Kysely<TransactionTables>,
  branches: readonly Branch[],
  { limit, before }: PageOfIds,
): Promise<readonly Part[]> {
  // All parts together look at as many as one alone.
  const lookedAt = branches.map(({ maxLookedAt }) =>
    Math.max(limit, Math.floor(maxLookedAt / branches.length)),
  );
  const selects = branches.flatMap((branch, index) => {
    const part = sql.lit(index);
    const looked = lookedAt[index] ?? limit;
    const found = branch.isExact
      ? branch.candidates(limit, before)
      : branch.taken(looked, before).select('id').orderBy('id', 'desc').limit(limit);
    const ids = sql<PartRow>`select ${part} as part, id, null as count from (${found}) as found`;
    if (branch.isExact) return [ids];
    return [
      ids,
      sql<PartRow>`select ${part}, min(id), count(*) from (${branch.candidates(looked, before)}) as looked`,
    ];
  });
  if (selects.length === 0) return [];
  const { rows } = await sql<PartRow>`${sql.join(selects, sql` union all `)}`.execute(sales);
  return branches.map((_, index) => {
    const own = rows.filter(({ part }) => Number(part) === index);
    const ids = own.flatMap(({ id, count }) => (count === null ? (id ?? []) : []));
    const last = own.find(({ count }) => count !== null);
    const mayHaveMore = last && ids.length < limit && Number(last.count) >= (lookedAt[index] ?? 0);
    return { ids, lookedUntil: mayHaveMore ? (last.id ?? undefined) : undefined };
  });
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
