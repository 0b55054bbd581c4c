import type { Database } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { disputesIn, RETURNS, type ReturnRow, type ReturnTables } from '../charges/index.ts';
import type { Disputes } from './disputes.ts';
import type { DisputeNotice } from './rules/notice.ts';
import type { DisputeTables } from './store/disputes-table.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 200;
/** No bank decides later than this. */
const LOOKED_BACK_MS = 400 * 24 * 60 * 60_000;
const REASONS = { fraud: 'Fraude', error: 'Falha operacional' } as const;
const OUTCOMES = { blocked: undefined, taken: 'lost', released: 'won' } as const;

/** Keeps a dispute of every Pix that a bank asks back: blocked, taken, or let go again. */
export function disputesOfPixJob({
  database,
  disputes,
  clock,
  time,
}: {
  readonly database: Database;
  readonly disputes: Pick<Disputes, 'record'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  return {
    name: 'disputes of Pix',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (const row of await untoldReturns(database, clock.now() - LOOKED_BACK_MS)) {
        if (signal.aborted) return;
        const notice = noticeOf(row, time);
        if (notice) await disputes.record(notice, { kind: 'recovery' });
      }
    },
  };
}

/** Those without a dispute, or that the bank has decided since. */
async function untoldReturns(database: Database, since: number): Promise<readonly ReturnRow[]> {
  const rows = await database
    .read<ReturnTables & DisputeTables>()
    .selectFrom('pix_returns')
    .leftJoin('disputes', 'disputes.process', 'pix_returns.id')
    .selectAll('pix_returns')
    .where('pix_returns.nature', '!=', 'original')
    .where('pix_returns.at', '>', since)
    .where(({ or, and, eb }) =>
      or([
        eb('disputes.id', 'is', null),
        and([eb('pix_returns.state', '=', 'done'), eb('disputes.state', '!=', 'lost')]),
        and([eb('pix_returns.state', '=', 'denied'), eb('disputes.state', '!=', 'won')]),
      ]),
    )
    .orderBy('pix_returns.at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(RETURNS.fromRow);
}

function noticeOf(row: ReturnRow, time: Pick<LocalTime, 'day'>): DisputeNotice | undefined {
  const [dispute] = disputesIn([row]);
  if (!dispute) return undefined;
  const { amount, at, reason, state } = dispute;
  const day = time.day(at);
  return {
    transactionId: row.transactionId,
    source: 'med',
    kind: 'med',
    process: row.id,
    reasonCode: reason,
    reasonText: REASONS[reason],
    amount,
    notifiedDay: day,
    // What is blocked cannot be used already.
    money: state === 'released' ? 'credited' : 'debited',
    moneyDay: day,
    outcome: OUTCOMES[state],
  };
}
