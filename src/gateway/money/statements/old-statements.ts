import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { yearsBefore } from '../../../platform/time/local-days.ts';
import type { StatementTables } from './tables.ts';

/** For as long as books and tax papers of shops are kept. */
const KEPT_YEARS = 5;
const KEPT_MS = (KEPT_YEARS * 365 + 1) * 24 * 60 * 60_000;

/** Forgets what acquirers told five years after its day. */
export function oldStatementsJob({
  database,
  clock,
  time,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  const before = () => yearsBefore(time.day(clock.now()), KEPT_YEARS);
  return sweepJob(
    'forget statements',
    (limit) =>
      database.write(async (write) => {
        const tables = write.tables<StatementTables>();
        const old = tables
          .selectFrom('statement_lines')
          .select('id')
          .where('day', '<', before())
          .limit(limit);
        const { numDeletedRows } = await tables
          .deleteFrom('statement_lines')
          .where('id', 'in', old)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
    async () => {
      await database.write(async (write) => {
        const tables = write.tables<StatementTables>();
        await tables.deleteFrom('statement_payouts').where('pay_day', '<', before()).execute();
        await tables
          .deleteFrom('statement_answers')
          .where('received_at', '<', clock.now() - KEPT_MS)
          .execute();
        // By which lines of the acquirer find a sale: none comes of it any more.
        await tables.deleteFrom('receivable_sales').where('capture_day', '<', before()).execute();
      });
      return 0;
    },
  );
}
