import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type BankLineReader, createBankLineReader } from './bank-line-reader.ts';
import { matchLines, type PaidOut } from './match-lines.ts';
import type { BankStatement } from './ofx/read-ofx.ts';
import { BANK_LINES, type BankStatementTables, type StoredBankLine } from './tables.ts';

/** What came of a file. */
export interface ImportedStatement {
  readonly account: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly added: number;
  /** They were there already. */
  readonly known: number;
  readonly unread: number;
}

/** How the money that came into the accounts of a merchant stands against payouts. In centavos. */
export interface BankMatching {
  readonly matched: number;
  readonly matchedSum: number;
  /** Came in, and no payout answers it. */
  readonly open: number;
  readonly openSum: number;
}

export interface BankStatements {
  /** Keeps the lines of a file; those that are known stay as they are. */
  add(merchantId: number, statement: BankStatement): Promise<ImportedStatement>;
  /** Matches what came in on these days, both inclusive, to payouts. What is matched stays so. */
  match(merchantId: number, days: { readonly from: string; readonly to: string }): Promise<BankMatching>;
  /** Line by line, with what each is. */
  readonly lines: BankLineReader;
  /** Of lines whose day is before. Gives how many. */
  deleteBefore(day: string, limit: number): Promise<number>;
}

export interface BankStatementDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Paid by acquirers on these days. */
  readonly payoutsOf: (
    merchantId: number,
    days: { readonly from: string; readonly to: string },
  ) => Promise<readonly PaidOut[]>;
}

const LINES_AT_ONCE = 500;

export function createBankStatements(dependencies: BankStatementDependencies): BankStatements {
  const { database, clock } = dependencies;
  return {
    add: async (merchantId, statement) => {
      const { bank, branch, account: number, from, to, unread } = statement;
      const account = [bank, branch, number].filter(Boolean).join(' ');
      const rows = statement.lines.map(
        (line): StoredBankLine => ({ ...line, merchantId, account, createdAt: clock.now() }),
      );
      let added = 0;
      for (let at = 0; at < rows.length; at += LINES_AT_ONCE) {
        const part = rows.slice(at, at + LINES_AT_ONCE);
        added += await database.write((write) => insertNew(write, part));
      }
      return { account, from, to, added, known: rows.length - added, unread };
    },
    lines: createBankLineReader(database),
    match: (merchantId, days) => matchDays(dependencies, merchantId, days),
    deleteBefore: (day, limit) => database.write((write) => deleteBefore(write, day, limit)),
  };
}

async function insertNew(write: WriteTransaction, rows: readonly StoredBankLine[]): Promise<number> {
  const inserted = await write
    .tables<BankStatementTables>()
    .insertInto('bank_lines')
    .values(rows.map(BANK_LINES.toRow))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'account', 'fit_id']).doNothing())
    .returning('fit_id')
    .execute();
  return inserted.length;
}

async function matchDays(
  { database, payoutsOf }: BankStatementDependencies,
  merchantId: number,
  days: { readonly from: string; readonly to: string },
): Promise<BankMatching> {
  const payouts = await payoutsOf(merchantId, days);
  return database.write(async (write) => {
    const tables = write.tables<BankStatementTables>();
    const rows = await tables
      .selectFrom('bank_lines')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('day', '>=', days.from)
      .where('day', '<=', days.to)
      .where('amount', '>', 0)
      .orderBy('day')
      .orderBy('fit_id')
      .execute();
    const before = await tables
      .selectFrom('bank_line_payouts')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .execute();
    const taken = new Set(before.map(({ account_id: id, payout_id: payout }) => `${id} ${payout}`));
    const done = new Set(before.map(({ account, fit_id: fitId }) => `${account} ${fitId}`));
    const lines = rows.map((row) => ({ ...BANK_LINES.fromRow(row), key: `${row.account} ${row.fit_id}` }));
    const open = lines.filter(({ key }) => !done.has(key));
    const free = payouts.filter(({ accountId, payoutId }) => !taken.has(`${accountId} ${payoutId}`));
    const matches = matchLines(open, free);
    const found = open.flatMap(({ key, account, fitId }) =>
      (matches.get(key) ?? []).map(({ accountId, payoutId }) => ({
        merchant_id: merchantId,
        account,
        fit_id: fitId,
        account_id: accountId,
        payout_id: payoutId,
      })),
    );
    if (found.length > 0) await tables.insertInto('bank_line_payouts').values(found).execute();
    const isMatched = ({ key }: { readonly key: string }) => done.has(key) || matches.has(key);
    const sum = (all: readonly { readonly amount: number }[]) =>
      all.reduce((total, { amount }) => total + amount, 0);
    const matched = lines.filter(isMatched);
    const left = lines.filter((line) => !isMatched(line));
    return { matched: matched.length, matchedSum: sum(matched), open: left.length, openSum: sum(left) };
  });
}

async function deleteBefore(write: WriteTransaction, day: string, limit: number): Promise<number> {
  const tables = write.tables<BankStatementTables>();
  const old = await tables.selectFrom('bank_lines').selectAll().where('day', '<', day).limit(limit).execute();
  for (const { merchant_id: merchantId, account, fit_id: fitId } of old) {
    for (const table of ['bank_line_payouts', 'bank_lines'] as const) {
      await tables
        .deleteFrom(table)
        .where('merchant_id', '=', merchantId)
        .where('account', '=', account)
        .where('fit_id', '=', fitId)
        .execute();
    }
  }
  return old.length;
}
