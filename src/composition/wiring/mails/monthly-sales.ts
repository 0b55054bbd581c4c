import type { Accounts } from '../../../accounts/accounts.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { MailQueue } from '../../../platform/mail/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';

const EVERY_MS = 10 * 60_000;
const SHOPS_A_RUN = 100;
/** Of a mail that failed: its server was away for days, or does not know the address yet. */
const PUT_BACK_AFTER_MS = 24 * 60 * 60_000;
const MOST_TIMES_PUT_BACK = 30;
const FAILED_A_RUN = 1_000;
/** By then the sales of the last evening have their outcome. */
const FROM_HOUR = 6;

export interface MonthlySalesOptions {
  readonly accounts: Pick<Accounts, 'accountants'>;
  readonly queue: Pick<MailQueue, 'write' | 'failed' | 'putBack'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/**
 * On the first of a month, from six in the morning of the service's zone, writes the mail with the month that ended for
 * each shop that has an accountant. A month is noted in the commit that writes its mail, so it is sent once whatever
 * happens; months that ended while the service stood still, or while the shop was inactive, follow, one in each run. A mail
 * that failed is put back after a day, a month of times.
 */
export function monthlySalesJob(options: MonthlySalesOptions): Job {
  const { accounts, queue, database, clock, time } = options;
  return {
    name: 'write monthly sales',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const month = lastEndedMonth(time.iso(clock.now()));
      const endedAt = time.startOfDay(`${monthAfter(month)}-01`);
      for (const due of await accounts.accountants.due(month, endedAt, SHOPS_A_RUN)) {
        if (signal.aborted) return;
        const { personId, since, toldMonth } = due;
        const next = toldMonth === undefined ? time.day(since).slice(0, 7) : monthAfter(toldMonth);
        await database.write(async (write) => {
          if (!(await accounts.accountants.told(write, due, next))) return;
          const id = `monthly_sales-${personId}-${next}`;
          await queue.write(write, [
            { id, kind: 'monthly_sales', about: String(personId), facts: { month: next } },
          ]);
        });
      }
      await putBackFailed(options, signal);
    },
  };
}

/** For whom had an accountant in that month, and still has one. */
async function putBackFailed(
  { accounts, queue, clock, time }: MonthlySalesOptions,
  signal: AbortSignal,
): Promise<void> {
  const failed = await queue.failed('monthly_sales', {
    endedBefore: clock.now() - PUT_BACK_AFTER_MS,
    times: MOST_TIMES_PUT_BACK,
    limit: FAILED_A_RUN,
  });
  const since = await accounts.accountants.since(failed.map(({ about }) => Number(about)));
  for (const { id, about } of failed) {
    if (signal.aborted) return;
    const month = id.slice(-'yyyy-MM'.length);
    const named = since.get(Number(about));
    if (named !== undefined && time.day(named).slice(0, 7) <= month) {
      await queue.putBack({ id, facts: { month } });
    }
  }
}

/** At a local time `yyyy-MM-ddTHH:mm:ss`. */
function lastEndedMonth(local: string): string {
  const before = monthBefore(local.slice(0, 7));
  const isEarly = local.slice(8, 10) === '01' && Number(local.slice(11, 13)) < FROM_HOUR;
  return isEarly ? monthBefore(before) : before;
}

function monthBefore(month: string): string {
  return shifted(month, -1);
}

function monthAfter(month: string): string {
  return shifted(month, 1);
}

function shifted(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}
