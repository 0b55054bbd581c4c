import type { Accounts } from '../../../accounts/accounts.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { MailQueue } from '../../../platform/mail/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';

const EVERY_MS = 10 * 60_000;
const SHOPS_A_RUN = 100;
/** By then the sales of the last evening have their outcome. */
const FROM_HOUR = 6;

export interface MonthlySalesOptions {
  readonly accounts: Pick<Accounts, 'accountants'>;
  readonly queue: Pick<MailQueue, 'write'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/**
 * On the first of a month, from six in the morning of the service's zone, writes the mail with the month that ended for
 * each shop that has an accountant. A month is noted in the commit that writes its mail, so it is sent once whatever
 * happens; months that ended while the service stood still follow, one in each run.
 */
export function monthlySalesJob({ accounts, queue, database, clock, time }: MonthlySalesOptions): Job {
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
    },
  };
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
