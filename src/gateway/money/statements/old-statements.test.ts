import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { type Database, joinMigrations } from '../../../platform/database/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import {
  STATEMENT_LINES,
  STATEMENT_PAYOUTS,
  type StatementTables,
  type StoredPayout,
} from '../tables/statement-tables.ts';
import { newLine } from './line-of.ts';
import { oldStatementsJob } from './old-statements.ts';
import { createPayoutReader } from './payout-reader.ts';

const NOW = Date.UTC(2031, 10, 26, 12);
const KEPT_DAY = '2026-11-26';
const OLD_DAY = '2026-11-25';
const FIVE_YEARS_MS = (5 * 365 + 1) * 24 * 60 * 60_000;
/** More than a batch has. */
const MANY = 501;
const MIGRATIONS = joinMigrations(receivableMigrations, statementMigrations);

const payout = (accountId: number, payoutId: string, payDay: string): StoredPayout => ({
  ...{ accountId, payoutId, payDay, merchantId: 1, provider: 'REDE', type: 'credit', brand: undefined },
  ...{ net: accountId, state: 'paid', stateText: 'PAID', bankAccount: undefined, count: 0 },
  ...{ difference: undefined, updatedAt: 0 },
});

async function keep(database: Database, accountId: number, day: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `${day} ${index}`);
  const told = { accountId, merchantId: 1, provider: 'REDE', day, gross: 0, fee: 0, net: 0, suspended: 0 };
  const line = (key: string) =>
    STATEMENT_LINES.fromRow(STATEMENT_LINES.toRow(newLine({ ...told, kind: 'part', key } as never, 0)));
  await database.write(async (write) => {
    await write.insertRows(STATEMENT_LINES, names.map(line));
    await write.insertRows(
      STATEMENT_PAYOUTS,
      names.map((name) => payout(accountId, name, day)),
    );
    await write
      .tables<StatementTables>()
      .insertInto('statement_answers')
      .values(
        names.map((question, index) => ({
          ...{ account_id: accountId, question, hash: String(index), size: 1, sealed: '', is_read: 1 },
          received_at: day === OLD_DAY ? NOW - FIVE_YEARS_MS - 1 : NOW - FIVE_YEARS_MS,
        })),
      )
      .execute();
  });
}

for (const engine of ENGINES) {
  test(`what acquirers told is forgotten after five years, all of it, and nothing younger (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, MIGRATIONS);
    t.after(() => close());
    for (const [accountId, count] of [
      [3, MANY],
      [5, 2],
    ] as const) {
      await keep(database, accountId, OLD_DAY, count);
      await keep(database, accountId, KEPT_DAY, 2);
    }
    const clock = { now: () => NOW };
    const job = oldStatementsJob({ database, clock, time: localTime('America/Sao_Paulo') });
    await job.run(new AbortController().signal);
    const tables = database.read<StatementTables>();
    for (const [table, column, kept] of [
      ['statement_lines', 'day', KEPT_DAY],
      ['statement_payouts', 'pay_day', KEPT_DAY],
      ['statement_answers', 'received_at', NOW - FIVE_YEARS_MS],
    ] as const) {
      const rows = await tables
        .selectFrom(table)
        .select(column as never)
        .execute();
      assert.deepEqual(
        rows.map((row) => row[column]),
        [kept, kept, kept, kept],
        table,
      );
    }
  });

  test(`two accounts of a merchant may have a payment of one name (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, MIGRATIONS);
    t.after(() => close());
    await database.write((write) =>
      write.insertRows(STATEMENT_PAYOUTS, [payout(3, 'a', KEPT_DAY), payout(5, 'a', KEPT_DAY)]),
    );
    const reader = createPayoutReader(database);
    const accountOf = async (accountId?: number) => (await reader.find(1, 'a', accountId))?.payout.accountId;
    assert.deepEqual([await accountOf(3), await accountOf(5), await accountOf()], [3, 5, 5]);
    assert.equal(await accountOf(4), undefined);
    assert.deepEqual([await reader.sumPaid(1, KEPT_DAY), await reader.sumPaid(1, OLD_DAY)], [8, 0]);
    assert.equal(await reader.sumPaid(2, KEPT_DAY), 0);
  });
}
