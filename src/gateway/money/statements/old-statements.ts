import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
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
  const before = () => {
    const today = time.day(clock.now());
    return `${Number(today.slice(0, 4)) - KEPT_YEARS}${today.slice(4)}`;
  };
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
        await write
          .tables<StatementTables>()
          .deleteFrom('statement_payouts')
          .where('pay_day', '<', before())
          .execute();
      });
      return 0;
    },
    async () => {
      await database.write(async (write) => {
        await write
          .tables<StatementTables>()
          .deleteFrom('statement_answers')
          .where('received_at', '<', clock.now() - KEPT_MS)
          .execute();
      });
      return 0;
    },
    // By which lines of the acquirer find a sale: none comes of it any more.
    async () => {
      await database.write(async (write) => {
        await write
          .tables<StatementTables>()
          .deleteFrom('receivable_sales')
          .where('capture_day', '<', before())
          .execute();
      });
      return 0;
    },
  );
}
