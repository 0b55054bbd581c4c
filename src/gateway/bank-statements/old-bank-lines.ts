import { type Job, sweepJob } from '../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { yearsBefore } from '../../platform/time/local-days.ts';
import type { BankStatements } from './bank-statements.ts';

/** As what there is to come of sales: for as long as books of shops are kept. */
const KEPT_YEARS = 5;

/** Forgets lines of bank accounts five years after their day. */
export function oldBankLinesJob({
  bankStatements,
  clock,
  time,
}: {
  readonly bankStatements: Pick<BankStatements, 'deleteBefore'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  return sweepJob('forget bank lines', (limit) =>
    bankStatements.deleteBefore(yearsBefore(time.day(clock.now()), KEPT_YEARS), limit),
  );
}
