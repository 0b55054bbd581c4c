import type { Database } from '../../platform/database/index.ts';
import { OLD_ROWS_PER_BATCH, type RetainedRows } from '../../platform/retention/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { isOpenJob } from './print-job.ts';
import { PRINT_JOBS, type PrintingTables } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Print jobs that were created more than `keptDays` ago and have ended. */
export function oldPrintJobs({
  database,
  clock,
  keptDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
}): RetainedRows {
  return {
    kind: 'prints',
    old: async function* () {
      const before = clock.now() - keptDays * DAY_MS;
      let after = 0;
      for (;;) {
        // Ids are given in the order of time: the first job that is too new ends the walk.
        const jobs = await database
          .readAside<PrintingTables>()
          .selectFrom('print_jobs')
          .selectAll()
          .where('id', '>', after)
          .orderBy('id')
          .limit(OLD_ROWS_PER_BATCH)
          .execute();
        const rows = jobs.filter((row) => row.created_at < before && !isOpenJob(PRINT_JOBS.fromRow(row)));
        const ids = rows.map(({ id }) => id);
        yield {
          rows,
          remove: () =>
            database.write(async (transaction) => {
              const tables = transaction.tables<PrintingTables>();
              await tables.deleteFrom('print_jobs').where('id', 'in', ids).execute();
            }),
        };
        const last = jobs.at(-1);
        if (!last || last.created_at >= before || jobs.length < OLD_ROWS_PER_BATCH) return;
        after = last.id;
      }
    },
  };
}
