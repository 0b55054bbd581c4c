import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Gives columns of whole numbers that stay small this type, on PostgreSQL. Where they have it already nothing is written. */
export async function narrowColumns(
  database: Kysely<unknown>,
  table: string,
  columns: Readonly<Record<string, 'integer' | 'smallint'>>,
): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  const changes = Object.entries(columns).map(([column, type]) => `alter column "${column}" type ${type}`);
  await sql.raw(`alter table "${table}" ${changes.join(', ')}`).execute(database);
}

/** Stands for a migration that databases may have had, and that new ones no longer need. */
export const WITHDRAWN = { up: async () => undefined } as const;
