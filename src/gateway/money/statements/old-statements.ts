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
    (limit) => deleteSaleNames(database, before(), limit),
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

/**
 * The names by which lines of the acquirer find a sale: none comes of it any more. Account by account, because their index
 * begins with it, and one more would be written with every sale.
 */
async function deleteSaleNames(database: Database, before: string, limit: number): Promise<number> {
  const tables = database.readAside<StatementTables>();
  let after = -1;
  for (;;) {
    const next = await tables
      .selectFrom('receivable_sales')
      .select('account_id')
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return 0;
    after = next.account_id;
    const old = await tables
      .selectFrom('receivable_sales')
      .select('transaction_id')
      .where('account_id', '=', after)
      .where('capture_day', '<', before)
      .limit(limit)
      .execute();
    if (old.length === 0) continue;
    const ids = old.map((row) => row.transaction_id);
    await database.write(async (write) => {
      const written = write.tables<StatementTables>();
      await written.deleteFrom('receivable_sales').where('transaction_id', 'in', ids).execute();
    });
    // Others of this account, and those of the next ones, are of the next batch.
    return limit;
  }
}
