import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { StatementLine, StatementPayout } from '../../providers/index.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import {
  STATEMENT_LINES,
  STATEMENT_PAYOUTS,
  type StatementTables,
  type StoredLine,
} from '../tables/statement-tables.ts';
import { isSameTold, newLine, type StatementOwner, type ToldLine, toldLine, toldPayout } from './line-of.ts';

/** What acquirers told, line by line. */
export interface LineStore {
  /** Puts what is told in the place of what was told before. How many lines were told otherwise. */
  put(owner: StatementOwner, lines: readonly StatementLine[], today: string): Promise<number>;
  putPayouts(owner: StatementOwner, payouts: readonly StatementPayout[]): Promise<number>;
  /** All lines of a payout were told: those that were not are gone. How many were, so that sales are judged anew. */
  endPayout(owner: StatementOwner, payout: StatementPayout, keys: ReadonlySet<string>): Promise<number>;
}

export function createLineStore({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): LineStore {
  return {
    put: async (owner, lines, today) => {
      const told = lines.map((line) => toldLine(owner, line, today));
      if (told.length === 0) return 0;
      return database.write(async (write) => {
        await waitForOthers(write, owner);
        return putLines(write, told, clock.now());
      });
    },
    putPayouts: async (owner, payouts) =>
      payouts.length === 0
        ? 0
        : database.write(async (write) => {
            await waitForOthers(write, owner);
            return putPayouts(write, owner, payouts, clock.now());
          }),
    endPayout: (owner, payout, keys) =>
      database.write(async (write) => {
        await waitForOthers(write, owner);
        return endPayout(write, { owner, payout, keys, now: clock.now() });
      }),
  };
}

/** The job and a command may read one account at the same time: what both were told is stored once. Locks the account's row. */
async function waitForOthers(write: WriteTransaction, { accountId }: StatementOwner): Promise<void> {
  await write
    .tables<StatementTables>()
    .updateTable('statement_readings')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('account_id', '=', accountId)
    .execute();
}

async function putLines(write: WriteTransaction, told: readonly ToldLine[], now: number): Promise<number> {
  const tables = write.tables<StatementTables>();
  const [first] = told;
  if (!first) return 0;
  const rows = await tables
    .selectFrom('statement_lines')
    .selectAll()
    .where('account_id', '=', first.accountId)
    .where('kind', '=', first.kind)
    .where(
      'key',
      'in',
      told.map(({ key }) => key),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.key, STATEMENT_LINES.fromRow(row)]));
  const fresh = told.filter(({ key }) => !known.has(key));
  await write.insertRows(
    STATEMENT_LINES,
    fresh.map((line) => newLine(line, now)),
  );
  let changed = 0;
  for (const line of told) {
    const before = known.get(line.key);
    if (!before || isSameTold<ToldLine>(line, before)) continue;
    await replaceLine(write, line, before, now);
    changed += 1;
  }
  return changed;
}

/** A correction. What a person said of the line stays. */
async function replaceLine(
  write: WriteTransaction,
  told: ToldLine,
  before: StoredLine,
  now: number,
): Promise<void> {
  const corrected: StoredLine = {
    ...before,
    ...told,
    pending: before.pending + 1,
    revision: before.revision + 1,
    netBefore: before.net,
    updatedAt: now,
  };
  const { id, ...row } = STATEMENT_LINES.toRow(corrected);
  await write
    .tables<StatementTables>()
    .updateTable('statement_lines')
    .set(row)
    .where('id', '=', id)
    .execute();
}

async function putPayouts(
  write: WriteTransaction,
  owner: StatementOwner,
  payouts: readonly StatementPayout[],
  now: number,
): Promise<number> {
  const tables = write.tables<StatementTables>();
  let changed = 0;
  for (const payout of payouts) {
    const told = toldPayout(owner, payout);
    const row = await tables
      .selectFrom('statement_payouts')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .where('payout_id', '=', payout.payoutId)
      .executeTakeFirst();
    const before = row && STATEMENT_PAYOUTS.fromRow(row);
    if (before && isSameTold(told, before)) continue;
    if (before) {
      changed += 1;
      const {
        account_id: accountId,
        payout_id: payoutId,
        ...values
      } = STATEMENT_PAYOUTS.toRow({
        ...before,
        ...told,
        updatedAt: now,
      });
      await tables
        .updateTable('statement_payouts')
        .set(values)
        .where('account_id', '=', accountId)
        .where('payout_id', '=', payoutId)
        .execute();
      continue;
    }
    await write.insertRows(STATEMENT_PAYOUTS, [{ ...told, count: 0, difference: undefined, updatedAt: now }]);
  }
  return changed;
}

async function endPayout(
  write: WriteTransaction,
  {
    owner,
    payout,
    keys,
    now,
  }: {
    readonly owner: StatementOwner;
    readonly payout: StatementPayout;
    readonly keys: ReadonlySet<string>;
    readonly now: number;
  },
): Promise<number> {
  const tables = write.tables<StatementTables & MoneyTables>();
  const rows = await tables
    .selectFrom('statement_lines')
    .select(['id', 'kind', 'key', 'net', 'transaction_id'])
    .where('account_id', '=', owner.accountId)
    .where('payout_id', '=', payout.payoutId)
    .execute();
  const gone = rows.filter(({ kind, key }) => !keys.has(`${kind} ${key}`));
  const left = rows.filter(({ kind, key }) => keys.has(`${kind} ${key}`));
  if (gone.length > 0) await forgetLines(write, gone);
  const net = left.reduce((sum, one) => sum + one.net, 0);
  await tables
    .updateTable('statement_payouts')
    .set({
      count: left.filter(({ kind }) => kind === 'part').length,
      difference: payout.net - net,
      updated_at: now,
    })
    .where('account_id', '=', owner.accountId)
    .where('payout_id', '=', payout.payoutId)
    .execute();
  return gone.length;
}

async function forgetLines(
  write: WriteTransaction,
  gone: readonly { readonly id: string; readonly transaction_id: string | null }[],
): Promise<void> {
  const tables = write.tables<StatementTables & MoneyTables>();
  await tables
    .deleteFrom('statement_lines')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
  const sales = [...new Set(gone.flatMap(({ transaction_id: id }) => id ?? []))];
  if (sales.length === 0) return;
  await tables
    .updateTable('statement_lines')
    .set(({ eb }) => ({ pending: eb('pending', '+', 1) }))
    .where('transaction_id', 'in', sales)
    .execute();
  await tables
    .updateTable('receivables')
    .set({ class: null, payout_id: null, state: 'expected' })
    .where('transaction_id', 'in', sales)
    .where('class', 'is not', null)
    .execute();
}
