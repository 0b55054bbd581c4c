import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { notLateFrom } from '../../../platform/time/banking-days.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import type { PaidBy } from '../rules/fees.ts';
import type { StatementClass } from '../rules/statement-classes.ts';
import { type MoneyTables, RECEIVABLES, type Receivable } from '../tables/receivables-table.ts';

/** Banking days after its own until which money may come. */
const SPARE_DAYS = 3;

/** As people and merchants see a line. `late`: expected, and three banking days have passed after its day. */
export const RECEIVABLE_STATUSES = [
  'expected',
  'paid',
  'late',
  'suspended',
  'ceded',
  'anticipated',
  'cancelled',
  'disputed',
] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

export interface ListedReceivable extends Receivable {
  readonly status: ReceivableStatus;
}

export interface ReceivableFilter {
  /** Undefined: of all. */
  readonly merchantId: number | undefined;
  /** Due days, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statuses?: readonly ReceivableStatus[] | undefined;
  readonly provider?: string | undefined;
  readonly brand?: string | undefined;
  readonly paidBy?: PaidBy | undefined;
  /** What became of it in the acquirer's statements. */
  readonly class?: StatementClass | undefined;
}

/** The last line of the page before. */
export type ReceivablePlace = Pick<Receivable, 'dueDay' | 'transactionId' | 'line'>;

/** Sums of the lines of one day that are alike. In centavos. */
export interface DayOfReceivables {
  readonly dueDay: string;
  readonly provider: string;
  readonly paidBy: PaidBy;
  readonly brand: string | undefined;
  readonly status: ReceivableStatus;
  readonly count: number;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

/** Reads aside of payments. */
export interface ReceivableReader {
  /** By due day. */
  list(
    filter: ReceivableFilter,
    page: { readonly limit: number; readonly after?: ReceivablePlace | undefined },
  ): Promise<readonly ListedReceivable[]>;
  days(filter: ReceivableFilter): Promise<readonly DayOfReceivables[]>;
  ofSale(transactionId: string): Promise<readonly ListedReceivable[]>;
  /** What should have been paid, and is in no statement. */
  missing(filter: ReceivableFilter): Promise<{ readonly count: number; readonly net: number }>;
}

export function createReceivableReader({
  database,
  clock,
  time,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): ReceivableReader {
  const tables = () => database.readAside<MoneyTables>();
  const lateBefore = () => notLateFrom(time.day(clock.now()), SPARE_DAYS);
  return {
    list: async (filter, { limit, after }) => {
      const before = lateBefore();
      let query = filtered(tables(), filter, before).selectAll();
      if (after) {
        const { dueDay, transactionId, line } = after;
        query = query
          .where('due_day', '>=', dueDay)
          .where(({ or, and, eb }) =>
            or([
              eb('due_day', '>', dueDay),
              and([eb('due_day', '=', dueDay), eb('transaction_id', '>', transactionId)]),
              and([
                eb('due_day', '=', dueDay),
                eb('transaction_id', '=', transactionId),
                eb('line', '>', line),
              ]),
            ]),
          );
      }
      const rows = await query
        .orderBy('due_day')
        .orderBy('transaction_id')
        .orderBy('line')
        .limit(limit)
        .execute();
      return rows.map((row) => listed(RECEIVABLES.fromRow(row), before));
    },
    days: async (filter) => {
      const before = lateBefore();
      const rows = await filtered(tables(), filter, before)
        .select(['due_day', 'provider', 'paid_by', 'brand', 'state'])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        // PostgreSQL gives a sum of whole numbers as a decimal.
        .select((['gross', 'fee', 'net'] as const).map((name) => sumOf(name)))
        .groupBy(['due_day', 'provider', 'paid_by', 'brand', 'state'])
        .orderBy('due_day')
        .execute();
      return rows.map(({ due_day: dueDay, paid_by: paidBy, state, brand, provider, ...sums }) => ({
        dueDay,
        provider,
        paidBy,
        brand: brand ?? undefined,
        status: statusOf({ state, dueDay }, before),
        count: Number(sums.count),
        gross: Number(sums.gross),
        fee: Number(sums.fee),
        net: Number(sums.net),
      }));
    },
    ofSale: async (transactionId) => {
      const before = lateBefore();
      const rows = await tables()
        .selectFrom('receivables')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('due_day')
        .orderBy('line')
        .execute();
      return rows.map((row) => listed(RECEIVABLES.fromRow(row), before));
    },
    missing: async (filter) => {
      const row = await filtered(tables(), { ...filter, class: 'missing' }, lateBefore())
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .select(sumOf('net'))
        .executeTakeFirst();
      return { count: Number(row?.count ?? 0), net: Number(row?.net ?? 0) };
    },
  };
}

const sumOf = <Name extends 'gross' | 'fee' | 'net'>(name: Name) =>
  sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name);

function filtered(tables: Kysely<MoneyTables>, filter: ReceivableFilter, lateBefore: string) {
  const { merchantId, from, to, statuses, provider, brand, paidBy, class: found } = filter;
  let query = tables.selectFrom('receivables');
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
  if (from !== undefined) query = query.where('due_day', '>=', from);
  if (to !== undefined) query = query.where('due_day', '<=', to);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (brand !== undefined) query = query.where('brand', '=', brand);
  if (found !== undefined) query = query.where('class', '=', found);
  if (paidBy !== undefined) query = query.where('paid_by', '=', paidBy);
  if (statuses === undefined) return query;
  return query.where(({ or, and, eb }) =>
    or(
      statuses.map((status) => {
        if (status === 'late') return and([eb('state', '=', 'expected'), eb('due_day', '<', lateBefore)]);
        if (status !== 'expected') return eb('state', '=', status);
        return and([eb('state', '=', 'expected'), eb('due_day', '>=', lateBefore)]);
      }),
    ),
  );
}

function statusOf(
  { state, dueDay }: Pick<Receivable, 'state' | 'dueDay'>,
  lateBefore: string,
): ReceivableStatus {
  return state === 'expected' && dueDay < lateBefore ? 'late' : state;
}

function listed(line: Receivable, lateBefore: string): ListedReceivable {
  return { ...line, status: statusOf(line, lateBefore) };
}
