import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, plus, type WriteTransaction } from '../../../platform/index.ts';
import type { DayFigures } from './day-figures.ts';
import { ADD_TO_DAYS, type SalesByDayTables } from './sales-by-day-table.ts';
import type { TransactionTables } from './transactions-table.ts';

const SHARDS = 16;
/** Zones change their offset on quarter hours only: sales of one belong to one day. */
const QUARTER_HOUR_MS = 15 * 60_000;

/** This process's: instances seldom share one, and where they do they wait for each other for a moment. */
const SHARD = randomInt(SHARDS);

/** Adds to the figures of days, in the commit of the sales that changed. */
export async function addToDays(write: WriteTransaction, changes: readonly DayFigures[]): Promise<void> {
  if (changes.length === 0) return;
  await write.insertRows(
    ADD_TO_DAYS,
    changes.map((figures) => ({ ...figures, shard: SHARD })),
  );
}

/**
 * Counts all sales again when the figures are not those of this time zone: in a database that had none yet, and after the
 * setting was changed. To be called at the start, before any sale is written.
 */
export async function ensureDays(
  database: Database,
  timeZone: string,
  dayOf: (epochMs: number) => string,
): Promise<void> {
  const stored = await database
    .read<SalesByDayTables>()
    .selectFrom('sales_by_day_zone')
    .select('time_zone')
    .executeTakeFirst();
  if (stored?.time_zone === timeZone) return;
  await database.write(async (write) => {
    const tables = write.tables<SalesByDayTables>();
    // Locks the row until the commit: of several instances that start at once one counts.
    await tables
      .insertInto('sales_by_day_zone')
      .values({ id: 1, time_zone: '' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ id: row.ref('excluded.id') })))
      .execute();
    const { time_zone: known } = await tables
      .selectFrom('sales_by_day_zone')
      .select('time_zone')
      .executeTakeFirstOrThrow();
    if (known === timeZone) return;
    await tables.deleteFrom('sales_by_day').execute();
    await addToDays(write, await countedDays(write, dayOf));
    await tables.updateTable('sales_by_day_zone').set({ time_zone: timeZone }).execute();
  });
}

async function countedDays(
  write: WriteTransaction,
  dayOf: (epochMs: number) => string,
): Promise<readonly DayFigures[]> {
  const quarter = sql<number>`created_at / ${sql.lit(QUARTER_HOUR_MS)}`;
  const isCaptured = sql`coalesce(captured_amount, 0) > 0`;
  const isRefund = sql`(${isCaptured} and coalesce(refunded_amount, 0) > 0) or status = 8`;
  const rows = await write
    .tables<TransactionTables>()
    .selectFrom('transactions')
    .select([
      'merchant_id',
      'status',
      quarter.as('quarter'),
      sql<number>`cast(count(*) as bigint)`.as('sales'),
      sql<number>`cast(sum(case when ${isCaptured} then 1 else 0 end) as bigint)`.as('captured'),
      sql<number>`cast(sum(coalesce(captured_amount, 0)) as bigint)`.as('captured_sum'),
      sql<number>`cast(sum(case when ${isRefund} then 1 else 0 end) as bigint)`.as('refunded'),
      sql<number>`cast(sum(case when ${isCaptured} then coalesce(refunded_amount, 0) else 0 end) as bigint)`.as(
        'refunded_sum',
      ),
    ])
    .groupBy(['merchant_id', 'status', quarter])
    .execute();
  const days = new Map<string, DayFigures>();
  for (const row of rows) {
    const day = dayOf(row.quarter * QUARTER_HOUR_MS);
    const name = `${row.merchant_id} ${day} ${row.status}`;
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
      status: row.status,
      ...(known ? plus(known, figures) : figures),
    });
  }
  return [...days.values()];
}
