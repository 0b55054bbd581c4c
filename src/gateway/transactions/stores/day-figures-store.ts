import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import { plus } from '../../../platform/figures.ts';
import { OWN_SHARD, recountInZone } from '../../../platform/lists/days.ts';
import { type DayFigures, OF_DENIED_TRIES, OLDEST_KIND } from '../rules/day-figures.ts';
import { ADD_TO_DAYS, SALES_BY_DAY } from '../tables/sales-by-day-table.ts';
import { GONE_BACK, IS_DENIED_TRY, IS_REFUND, type TransactionTables } from '../tables/transactions-table.ts';

/** Zones change their offset on quarter hours only: sales of one belong to one day. */
const QUARTER_HOUR_MS = 15 * 60_000;
/** So few of many that PostgreSQL reads them by the index, also before it has statistics of the table. */
const SALES_AT_ONCE = 5_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Adds to the figures of days, in the commit of the sales that changed. */
export async function addToDays(write: WriteTransaction, changes: readonly DayFigures[]): Promise<void> {
  if (changes.length === 0) return;
  await write.insertRows(
    ADD_TO_DAYS,
    changes.map((figures) => ({ ...figures, shard: OWN_SHARD })),
  );
}

/** As recountInZone says. */
export async function ensureDays(
  database: Database,
  timeZone: string,
  dayOf: (epochMs: number) => string,
  salesAtOnce = SALES_AT_ONCE,
): Promise<void> {
  await recountInZone(database, SALES_BY_DAY, timeZone, async (write) =>
    addToDays(write, await countedDays(write, dayOf, salesAtOnce)),
  );
}

/** In parts: PostgreSQL gives up a statement of a write that takes as long as reading millions of sales does. */
async function countedDays(
  write: WriteTransaction,
  dayOf: (epochMs: number) => string,
  salesAtOnce: number,
): Promise<readonly DayFigures[]> {
  const days = new Map<string, DayFigures>();
  for (let after: string | undefined = BEFORE_ALL_IDS; after !== undefined; ) {
    const rows = await countSome(write, after, salesAtOnce);
    for (const row of rows) addRow(days, row, dayOf(row.quarter * QUARTER_HOUR_MS));
    after = rows
      .map(({ last_id: id }) => id)
      .toSorted()
      .at(-1);
  }
  return [...days.values()];
}

/** The next sales in the order of ids, by merchant, what they are counted under, kind and quarter of an hour. */
function countSome(write: WriteTransaction, after: string, limit: number) {
  const isCaptured = sql`coalesce(captured_amount, 0) > 0`;
  return write
    .tables<TransactionTables>()
    .selectFrom(({ selectFrom }) =>
      selectFrom('transactions')
        .select(['id', 'merchant_id', 'status', 'captured_amount', 'refunded_amount', 'disputed_amount'])
        .select(sql<string>`coalesce(kind, ${sql.lit(OLDEST_KIND)})`.as('kind'))
        .select(
          sql<number>`case when ${IS_DENIED_TRY} then status + ${sql.lit(OF_DENIED_TRIES)} else status end`.as(
            'counted',
          ),
        )
        .select(sql<number>`created_at / ${sql.lit(QUARTER_HOUR_MS)}`.as('quarter'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .as('next'),
    )
    .select([
      'merchant_id',
      'counted',
      'kind',
      'quarter',
      sql<string>`max(cast(id as text))`.as('last_id'),
      sql<number>`cast(count(*) as bigint)`.as('sales'),
      sql<number>`cast(sum(case when ${isCaptured} then 1 else 0 end) as bigint)`.as('captured'),
      sql<number>`cast(sum(coalesce(captured_amount, 0)) as bigint)`.as('captured_sum'),
      sql<number>`cast(sum(case when ${IS_REFUND} then 1 else 0 end) as bigint)`.as('refunded'),
      sql<number>`cast(sum(${GONE_BACK}) as bigint)`.as('refunded_sum'),
    ])
    .groupBy(['merchant_id', 'counted', 'kind', 'quarter'])
    .execute();
}

type CountedRow = Awaited<ReturnType<typeof countSome>>[number];

function addRow(days: Map<string, DayFigures>, row: CountedRow, day: string): void {
  const name = `${row.merchant_id} ${day} ${row.counted} ${row.kind}`;
  const figures = {
    sales: row.sales,
    captured: row.captured,
    capturedSum: row.captured_sum,
    refunded: row.refunded,
    refundedSum: row.refunded_sum,
  };
  const known = days.get(name);
  days.set(name, {
    merchantId: row.merchant_id,
    day,
    status: row.counted,
    kind: row.kind,
    ...(known ? plus(known, figures) : figures),
  });
}
