import type { Kysely } from 'kysely';
import type { MoneyTables, Receivable } from '../tables/receivables-table.ts';
import type { StatementTables } from '../tables/statement-tables.ts';

/** What was found of lines in statements stays with them when they are written anew, until it is judged anew: which is asked for. */
export async function keepMatches(
  tables: Kysely<MoneyTables & StatementTables>,
  lines: readonly Receivable[],
  transactionIds: readonly string[],
): Promise<readonly Receivable[]> {
  const found = await tables
    .selectFrom('receivables')
    .select(['transaction_id', 'line', 'state', 'class', 'payout_id'])
    .where('transaction_id', 'in', transactionIds)
    .where('class', 'is not', null)
    .execute();
  await tables
    .updateTable('statement_lines')
    .set(({ eb }) => ({ pending: eb('pending', '+', 1) }))
    .where('transaction_id', 'in', transactionIds)
    .execute();
  if (found.length === 0) return lines;
  const known = new Map(found.map((row) => [`${row.transaction_id} ${row.line}`, row]));
  return lines.map((line) => {
    const before = known.get(`${line.transactionId} ${line.line}`);
    if (!before || line.state !== 'expected') return line;
    return {
      ...line,
      state: before.state,
      class: before.class ?? undefined,
      payoutId: before.payout_id ?? undefined,
    };
  });
}
