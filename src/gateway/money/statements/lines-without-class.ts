import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { STATEMENT_CLASSES } from '../rules/statement-classes.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

/** Of one read of an account, in memory; those of the next one are others, because the first have a class to come. */
const IDS_AT_ONCE = 10_000;
/** Each commit holds up every other write: small. */
const LINES_AT_ONCE = 100;

/** Neither judged nor to be judged, as no commit of ours leaves them: no sum has them, and no list. */
function isLost(line: ExpressionBuilder<StatementTables, 'statement_lines'>) {
  const hasNoClass = line.or([line('class', 'is', null), line('class', 'not in', STATEMENT_CLASSES)]);
  return line.or([line('pending', '<', 0), line.and([line('pending', '=', 0), hasNoClass])]);
}

/** Lines that are in no class, by account. Reads all lines. */
export async function countLinesWithoutClass(
  database: Database,
): Promise<readonly { readonly accountId: number; readonly count: number }[]> {
  const rows = await database
    .readAside<StatementTables>()
    .selectFrom('statement_lines')
    .select(({ fn }) => ['account_id', fn.countAll<number>().as('count')])
    .where(isLost)
    .groupBy('account_id')
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id: accountId, count }) => ({ accountId, count: Number(count) }));
}

/** They are to be judged with the others. All lines of the account are read, but in no commit: nearly always there is none. */
export async function judgeLinesWithoutClass(database: Database, accountId: number): Promise<void> {
  let found: readonly string[];
  do {
    const rows = await database
      .readAside<StatementTables>()
      .selectFrom('statement_lines')
      .select('id')
      .where('account_id', '=', accountId)
      .where(isLost)
      .limit(IDS_AT_ONCE)
      .execute();
    found = rows.map(({ id }) => id);
    for (let at = 0; at < found.length; at += LINES_AT_ONCE) {
      await judgeSome(database, found.slice(at, at + LINES_AT_ONCE));
    }
  } while (found.length === IDS_AT_ONCE);
}

async function judgeSome(database: Database, ids: readonly string[]): Promise<void> {
  await database.write(async (write) => {
    await write
      .tables<StatementTables>()
      .updateTable('statement_lines')
      .set({ pending: 1, class: null })
      .where('id', 'in', ids)
      // One that was judged meanwhile stays as it is.
      .where(isLost)
      .execute();
  });
}
