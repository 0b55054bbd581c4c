import type { Database } from '../../../platform/database/index.ts';
import { backgroundPace } from '../../../platform/jobs/index.ts';
import { notLateFrom } from '../../../platform/time/banking-days.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import { IS_AWAITED } from '../tables/statement-migrations.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

/** Banking days after its own until which money may come. */
const SPARE_DAYS = 3;
const LINES_AT_ONCE = 200;

/**
 * What should have come by the last day that was read, with three banking days to spare, is missing. Throws the reason of the signal
 * where it ends it before.
 */
export async function noteMissing(database: Database, accountId: number, signal: AbortSignal): Promise<void> {
  const reading = await database
    .read<StatementTables>()
    .selectFrom('statement_readings')
    .select(['read_from', 'read_until'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (reading?.read_until == null) return;
  const before = notLateFrom(daysAfter(reading.read_until, 1), SPARE_DAYS);
  const rest = backgroundPace(signal);
  while (true) {
    signal.throwIfAborted();
    const rows = await database
      .readAside<MoneyTables>()
      .selectFrom('receivables')
      .select(['transaction_id', 'line'])
      .where('account_id', '=', accountId)
      .where(IS_AWAITED)
      .where('due_day', '>=', reading.read_from)
      .where('due_day', '<', before)
      .limit(LINES_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    await database.write(async (write) => {
      for (const [line, group] of Map.groupBy(rows, (row) => row.line)) {
        await write
          .tables<MoneyTables>()
          .updateTable('receivables')
          .set({ class: 'missing' })
          .where('line', '=', line)
          .where(
            'transaction_id',
            'in',
            group.map((row) => row.transaction_id),
          )
          .where(IS_AWAITED)
          .execute();
      }
    });
    if (rows.length < LINES_AT_ONCE) return;
    await rest();
  }
}
