import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import type { Place } from '../place.ts';

const BUSY_TIMEOUT_MS = 5_000;

export type CountedTable = 'transactions' | 'card_sessions';

/** Reads the service's database directly, while the service has no requests. */
export interface Storage {
  rows(table: CountedTable): Promise<number>;
  /** Size of the whole database; on SQLite with the write-ahead log written back. */
  bytes(): Promise<number>;
  /** Size of each table and index by name, without empty ones of the engine itself. */
  sizes(): Promise<ReadonlyMap<string, number>>;
}

export async function openStorage(cleanup: AsyncDisposableStack, place: Place): Promise<Storage> {
  return place.databaseUrl === undefined
    ? openSqlite(cleanup, join(place.dataDir, SQLITE_FILE_NAME))
    : openPostgres(cleanup, place.databaseUrl);
}

function openSqlite(cleanup: AsyncDisposableStack, path: string): Storage {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  cleanup.defer(() => file.close());
  const numberOf = (sql: string): number => Number(Object.values(file.prepare(sql).get() ?? {})[0]);
  return {
    rows: async (table) => numberOf(`select count(*) from ${table}`),
    bytes: async () => {
      if (numberOf('pragma wal_checkpoint(truncate)') !== 0) throw new Error('the database is still in use');
      return numberOf('pragma page_count') * numberOf('pragma page_size');
    },
    sizes: async () => {
      const rows = file.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all();
      return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]));
    },
  };
}

async function openPostgres(cleanup: AsyncDisposableStack, url: string): Promise<Storage> {
  const client = new pg.Client(url);
  await client.connect();
  cleanup.defer(() => client.end());
  const numberOf = async (sql: string): Promise<number> => {
    const { rows } = await client.query<Record<string, string>>(sql);
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  return {
    rows: (table) => numberOf(`select count(*) from ${table}`),
    bytes: () => numberOf('select pg_database_size(current_database())'),
    sizes: async () => {
      const { rows } = await client.query<{ relname: string; bytes: string }>(
        `select relname, pg_table_size(oid) as bytes from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
      );
      return new Map(rows.map(({ relname, bytes }) => [relname, Number(bytes)]));
    },
  };
}
