import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { STATEMENT_CLASSES } from '../rules/statement-classes.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

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

/** They are to be judged with the others. */
export async function judgeLinesWithoutClass(database: Database, accountId: number): Promise<void> {
  await database.write(async (write) => {
    await write
      .tables<StatementTables>()
      .updateTable('statement_lines')
      .set({ pending: 1, class: null })
      .where('account_id', '=', accountId)
      .where(isLost)
      .execute();
  });
}
