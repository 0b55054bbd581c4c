import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** On PostgreSQL ids take 16 bytes instead of 37, in rows and indexes. It reads and gives them as text all the same. */
export async function storeIdsAsUuid(database: Kysely<unknown>): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const [table, column] of [
    ['transactions', 'id'],
    ['attempts', 'transaction_id'],
    // Compared with those of transactions.
    ['recovery_cases', 'transaction_id'],
  ]) {
    await sql
      .raw(`alter table ${table} alter column ${column} type uuid using ${column}::uuid`)
      .execute(database);
    // The new column has no statistics, and autovacuum counts no row as changed.
    await sql.raw(`analyze ${table}`).execute(database);
  }
}
