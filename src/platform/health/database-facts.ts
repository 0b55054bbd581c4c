import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';

/** What an operator wants to know of the database. */
export interface DatabaseFacts {
  readonly engine: 'sqlite' | 'postgres';
  /** `18.1`, `3.50.4` */
  readonly version: string;
  readonly bytes: number;
  /** Of one short question. */
  readonly answeredInMs: number;
  /** By the database's clock, in milliseconds since 1970. */
  readonly now: number;
  /** How far this machine's clock is ahead of the database's; at most as exact as half the time of an answer. */
  readonly clockAheadMs: number;
  /** Of a server. */
  readonly connections: { readonly used: number; readonly most: number } | undefined;
  /** Whether a server archives its log of writes, and when it last could. Times in milliseconds since 1970. */
  readonly archive:
    | { readonly on: boolean; readonly lastAt: number | undefined; readonly failedAt: number | undefined }
    | undefined;
}

/** Throws what the database throws while it cannot be reached. */
export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { engine } = database;
  const answer = await askTheTime(database);
  if (engine === 'sqlite') {
    const { rows } = await sql<{ version: string; bytes: number }>`
      select sqlite_version() as version, page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(database.read());
    return { engine, ...answer, ...first(rows), connections: undefined, archive: undefined };
  }
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections') as most,
      current_setting('archive_mode') as archive,
      (extract(epoch from last_archived_time) * 1000)::bigint as archived,
      (extract(epoch from last_failed_time) * 1000)::bigint as failed
    from pg_stat_archiver`.execute(database.read());
  const row = first(rows);
  return {
    engine,
    ...answer,
    version: row.version.split(' ', 1)[0] ?? '',
    bytes: Number(row.bytes),
    connections: { used: Number(row.used), most: Number(row.most) },
    archive: {
      on: row.archive !== 'off',
      lastAt: row.archived === null ? undefined : Number(row.archived),
      failedAt: row.failed === null ? undefined : Number(row.failed),
    },
  };
}

interface ServerRow {
  readonly version: string;
  readonly bytes: number;
  readonly used: number;
  readonly most: string;
  readonly archive: string;
  readonly archived: number | null;
  readonly failed: number | null;
}

async function askTheTime(
  database: Database,
): Promise<Pick<DatabaseFacts, 'answeredInMs' | 'now' | 'clockAheadMs'>> {
  const startedAt = performance.now();
  const { rows } = await sql<{ now: number }>`select ${databaseNow(database.engine)} as now`.execute(
    database.read(),
  );
  const answeredInMs = performance.now() - startedAt;
  const { now } = first(rows);
  return { answeredInMs, now, clockAheadMs: Math.round(Date.now() - answeredInMs / 2 - now) };
}

function first<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('the database told nothing of itself');
  return row;
}
