import type { Kysely } from 'kysely';
import type { Database, LocalTime } from '../../../platform/index.ts';
import { Status, type Transaction, type TransactionTables, transactionOf } from '../record/index.ts';
import { type DayOfSales, daysOf } from './days.ts';
import { type Denials, denialsOf } from './denials.ts';
import type { ReadingTables } from './reading-tables.ts';
import type { SaleFilter } from './sale-filter.ts';
import { branchesOf } from './sale-query.ts';
import { type SaleSummary, summaryOf } from './summary.ts';

/** A sale of a list. */
export interface ListedSale extends Transaction {
  /** Only a person can go on with it. */
  readonly needsAttention: boolean;
}

/** Reads of many sales at once: all of them away from payments. */
export interface SalesReader {
  /** Newest first; `before` is the id of the last one of the page before. */
  list(
    filter: SaleFilter,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly ListedSale[]>;
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
}: {
  readonly database: Database;
  readonly time: LocalTime;
}): SalesReader {
  const tables = () => database.readAside<ReadingTables>();
  return {
    list: async (filter, { limit, before }) => {
      const rows = await page(tables(), filter, time, { limit, before });
      const inCare = await needingAttention(tables(), rows);
      return rows.map((row) => ({ ...transactionOf(row), needsAttention: inCare.has(row.id) }));
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
  filter: SaleFilter,
  time: LocalTime,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<readonly Row[]> {
  const sales = tables as unknown as Kysely<TransactionTables>;
  const found = await Promise.all(
    branchesOf(sales, filter, time).map((branch) => branch.ids(limit, before).execute()),
  );
  const ids = [...new Set(found.flat().map(({ id }) => id))].sort().reverse().slice(0, limit);
  if (ids.length === 0) return [];
  return sales.selectFrom('transactions').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
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
