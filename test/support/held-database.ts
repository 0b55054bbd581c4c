import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabasePlace } from './databases.ts';

const SQLITE_FILE = 'guiche.sqlite';

/** Locks the database so that every write waits, on PostgreSQL every read too, until the returned function is called. */
export async function holdDatabase({ dataDir, url }: DatabasePlace): Promise<() => Promise<void>> {
  if (url === undefined) return holdSqlite(join(dataDir, SQLITE_FILE));
  return holdPostgres(url);
}

function holdSqlite(path: string): () => Promise<void> {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  file.exec('begin immediate');
  return async () => {
    file.exec('rollback');
    file.close();
  };
}

async function holdPostgres(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  );
  await client.query('begin');
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}
