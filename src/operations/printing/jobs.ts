import type { Job } from '../../platform/jobs/index.ts';
import { expirePrintJob, type PrintOptions } from './print.ts';
import { findOverduePrintJobs } from './store.ts';
import type { PrintingTables } from './tables.ts';

const EVERY_MS = 10_000;
const EXPIRED_AT_ONCE = 200;

/** Expires print jobs that no payment client printed in time. */
export function printExpiry(options: PrintOptions): Job {
  const { database, clock } = options;
  return {
    name: 'print jobs that nobody took',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const overdue = await findOverduePrintJobs(
        database.read<PrintingTables>(),
        clock.now(),
        EXPIRED_AT_ONCE,
      );
      for (const id of overdue) {
        if (signal.aborted) return;
        await expirePrintJob(options, id);
      }
    },
  };
}
