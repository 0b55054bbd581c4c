import type { Database } from '../../../platform/database/index.ts';
import { type Job, sweepJob } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { yearsBefore } from '../../../platform/time/local-days.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

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
    (limit) => deleteLines(database, before(), limit),
    (limit) => deletePayouts(database, before(), limit),
    (limit) => deleteAnswers(database, clock.now() - KEPT_MS, limit),
  );
}

async function deleteLines(database: Database, before: string, limit: number): Promise<number> {
  const old = await database
    .readAside<StatementTables>()
    .selectFrom('statement_lines')
    .select('id')
    .where('day', '<', before)
    .orderBy('day')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await database.write(async (write) => {
    const tables = write.tables<StatementTables>();
    await tables.deleteFrom('statement_lines').where('id', 'in', ids).execute();
  });
  return old.length;
}

async function deletePayouts(database: Database, before: string, limit: number): Promise<number> {
  const old = await database
    .readAside<StatementTables>()
    .selectFrom('statement_payouts')
    .select(['account_id', 'payout_id'])
    .where('pay_day', '<', before)
    .orderBy('pay_day')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  await database.write(async (write) => {
    for (const [accountId, group] of Map.groupBy(old, (row) => row.account_id)) {
      const ids = group.map((row) => row.payout_id);
      await write
        .tables<StatementTables>()
        .deleteFrom('statement_payouts')
        .where('account_id', '=', accountId)
        .where('payout_id', 'in', ids)
        .where('pay_day', '<', before)
        .execute();
    }
  });
  return old.length;
}

async function deleteAnswers(database: Database, before: number, limit: number): Promise<number> {
  const old = await database
    .readAside<StatementTables>()
    .selectFrom('statement_answers')
    .select(['account_id', 'question', 'hash'])
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  await database.write(async (write) => {
    for (const [accountId, group] of Map.groupBy(old, (row) => row.account_id)) {
      const questions = [...new Set(group.map(({ question }) => question))];
      const hashes = group.map(({ hash }) => hash);
      await write
        .tables<StatementTables>()
        .deleteFrom('statement_answers')
        .where('account_id', '=', accountId)
        .where('question', 'in', questions)
        .where('hash', 'in', hashes)
        // Told once more meanwhile, it stays.
        .where('received_at', '<', before)
        .execute();
    }
  });
  return old.length;
}
