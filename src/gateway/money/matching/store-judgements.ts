import type { Kysely } from 'kysely';
import type { Database, GuardedRow } from '../../../platform/database/index.ts';
import { stateIn } from '../rules/statement-classes.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';
import { STATEMENT_LINES, type StoredLine } from '../tables/statement-tables.ts';
import type { JudgedLines } from './judge-lines.ts';

const JUDGED = STATEMENT_LINES.update('id', 'pending', [
  'transactionId',
  'line',
  'class',
  'difference',
  'suggestedId',
  'pending',
  'updatedAt',
]);
type Values = Pick<
  StoredLine,
  'transactionId' | 'line' | 'class' | 'difference' | 'suggestedId' | 'pending' | 'updatedAt'
>;

/**
 * Keeps what was judged. A line for which there is another reason to be judged since stays as it is, to be judged again, with all
 * lines of its sale.
 */
export async function storeJudgements(
  database: Database,
  { lines, expected }: JudgedLines,
  now: number,
): Promise<void> {
  const rows = lines.map(
    (line): GuardedRow<Values> => ({
      key: line.id,
      expected: line.pending,
      values: {
        transactionId: line.transactionId,
        line: line.line,
        class: line.class,
        difference: line.difference,
        suggestedId: line.suggestedId,
        pending: 0,
        updatedAt: now,
      },
    }),
  );
  await database.write(async (write) => {
    await write.updateRows(JUDGED, rows);
    await storeExpected(write.tables<MoneyTables>(), expected);
  });
}

async function storeExpected(tables: Kysely<MoneyTables>, expected: JudgedLines['expected']): Promise<void> {
  const ids = [...expected.keys()];
  if (ids.length === 0) return;
  await tables
    .updateTable('receivables')
    .set({ class: null, payout_id: null, state: 'expected' })
    .where('transaction_id', 'in', ids)
    .where('class', 'is not', null)
    .where('class', '!=', 'missing')
    .where('state', 'not in', ['cancelled', 'disputed'])
    .execute();
  const judged = [...expected].flatMap(([id, lines]) => lines.map((one) => ({ id, ...one })));
  const alike = Map.groupBy(judged, (one) => `${one.line} ${one.class} ${one.payoutId ?? ''}`);
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    await tables
      .updateTable('receivables')
      .set({ class: first.class, payout_id: first.payoutId ?? null, state: stateIn(first.class) })
      .where('line', '=', first.line)
      .where(
        'transaction_id',
        'in',
        group.map(({ id }) => id),
      )
      .where('state', 'not in', ['cancelled', 'disputed'])
      .execute();
  }
}
