import { sql } from 'kysely';
import type { Database, WriteTransaction } from './database.ts';

/**
 * Until the commit nobody else writes to these tables, and what others had begun to write there has ended: what is counted
 * from now on is all that there is. Name them in the order in which commits write to them. SQLite has a single writer anyway.
 */
export async function lockTables(
  { engine }: Pick<Database, 'engine'>,
  write: WriteTransaction,
  tables: readonly string[],
): Promise<void> {
  if (engine !== 'postgres') return;
  const named = sql.join(tables.map((table) => sql.table(table)));
  await sql`lock table ${named} in share row exclusive mode`.execute(write.tables<object>());
}
