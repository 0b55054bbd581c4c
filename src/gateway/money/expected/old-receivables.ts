import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { yearsBefore } from '../../../platform/time/local-days.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';

/** For as long as books and tax papers of shops are kept. */
const KEPT_YEARS = 5;

/** Forgets lines five years after the day on which they were due. */
export function oldReceivablesJob({
  database,
  clock,
  time,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  return sweepJob('forget receivables', async (limit) => {
    const before = yearsBefore(time.day(clock.now()), KEPT_YEARS);
    const old = await database
      .readAside<MoneyTables>()
      .selectFrom('receivables')
      .select('transaction_id')
      .where('due_day', '<', before)
      .orderBy('due_day')
      .limit(limit)
      .execute();
    if (old.length === 0) return 0;
    const ids = [...new Set(old.map(({ transaction_id: id }) => id))];
    await database.write(async (write) => {
      await write
        .tables<MoneyTables>()
        .deleteFrom('receivables')
        .where('transaction_id', 'in', ids)
        .where('due_day', '<', before)
        .execute();
    });
    return old.length;
  });
}
