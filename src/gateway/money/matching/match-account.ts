import type { Database } from '../../../platform/database/index.ts';
import { backgroundPace } from '../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { IS_PENDING } from '../tables/statement-migrations.ts';
import { STATEMENT_LINES, type StatementTables, type StoredLine } from '../tables/statement-tables.ts';
import { findSales } from './find-sales.ts';
import { judgeLines } from './judge-lines.ts';
import { noteMissing } from './note-missing.ts';
import { storeJudgements } from './store-judgements.ts';

/** Each commit holds up every other write: small. */
const LINES_AT_ONCE = 100;
/** Of one run: millions of lines. */
const MAX_ROUNDS = 100_000;
/** Of one sale, where others judge its lines, or tell them anew, at the same moment. */
const MAX_TRIES = 3;

export interface MatchDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

/**
 * Judges all lines of an account that are still to be judged; then, what should have come and did not. Throws the reason of the
 * signal where it ends it before: what is left is not to be taken for done.
 */
export async function matchAccount(
  dependencies: MatchDependencies,
  accountId: number,
  signal: AbortSignal,
): Promise<void> {
  const rest = backgroundPace(signal);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    signal.throwIfAborted();
    const count = await matchSome(dependencies, accountId);
    if (count === 0) break;
    // What a day brings to a small shop is over at once.
    if (count === LINES_AT_ONCE) await rest();
  }
  await noteMissing(dependencies.database, accountId, signal);
}

/**
 * Judges the lines of one sale, for somebody who waits: others of its account may be many. Again where there was another reason to
 * judge one of them meanwhile.
 */
export async function matchLinesOf(
  dependencies: MatchDependencies,
  { accountId, transactionId }: { readonly accountId: number; readonly transactionId: string },
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const rows = await pendingOfSale(dependencies.database, transactionId).execute();
    if (rows.length === 0) return;
    await judgeRows(dependencies, accountId, rows);
  }
}

/** By the sale alone: with its account beside it, SQLite may look through all lines of the account that are pending. */
export function pendingOfSale(database: Pick<Database, 'readAside'>, transactionId: string) {
  return pendingLines(database).where('transaction_id', '=', transactionId);
}

async function matchSome(dependencies: MatchDependencies, accountId: number): Promise<number> {
  const lines = pendingLines(dependencies.database).where('account_id', '=', accountId);
  const rows = await lines.orderBy('id').execute();
  if (rows.length > 0) await judgeRows(dependencies, accountId, rows);
  return rows.length;
}

function pendingLines(database: Pick<Database, 'readAside'>) {
  return database
    .readAside<StatementTables>()
    .selectFrom('statement_lines')
    .selectAll()
    .where(IS_PENDING)
    .limit(LINES_AT_ONCE);
}

async function judgeRows(
  dependencies: MatchDependencies,
  accountId: number,
  rows: readonly StatementTables['statement_lines'][],
): Promise<void> {
  const { database, clock } = dependencies;
  const pending = rows.map(STATEMENT_LINES.fromRow);
  const found = await findSales(dependencies, accountId, pending);
  const withSales = pending.map((line): StoredLine => ({ ...line, ...found.get(line.id) }));
  const judged = await judgeLines(database, withSales);
  await storeJudgements(database, judged, clock.now());
}
