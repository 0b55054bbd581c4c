import type { Database } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { IS_PENDING } from '../tables/statement-migrations.ts';
import { STATEMENT_LINES, type StatementTables, type StoredLine } from '../tables/statement-tables.ts';
import { findSales } from './find-sales.ts';
import { judgeLines } from './judge-lines.ts';
import { noteMissing } from './note-missing.ts';
import { storeJudgements } from './store-judgements.ts';

/** Each commit holds up every other write: small. */
const LINES_AT_ONCE = 200;
/** Of one run: millions of lines. */
const MAX_ROUNDS = 100_000;

export interface MatchDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

/** Judges all lines of an account that are still to be judged; then, what should have come and did not. */
export async function matchAccount(
  dependencies: MatchDependencies,
  accountId: number,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1) {
    if ((await matchSome(dependencies, accountId)) === 0) break;
  }
  if (!signal.aborted) await noteMissing(dependencies.database, accountId);
}

async function matchSome(dependencies: MatchDependencies, accountId: number): Promise<number> {
  const { database, clock } = dependencies;
  const rows = await database
    .readAside<StatementTables>()
    .selectFrom('statement_lines')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(IS_PENDING)
    .orderBy('id')
    .limit(LINES_AT_ONCE)
    .execute();
  if (rows.length === 0) return 0;
  const pending = rows.map(STATEMENT_LINES.fromRow);
  const found = await findSales(dependencies, accountId, pending);
  const withSales = pending.map((line): StoredLine => ({ ...line, ...found.get(line.id) }));
  const judged = await judgeLines(database, withSales);
  await storeJudgements(database, judged, clock.now());
  return rows.length;
}
