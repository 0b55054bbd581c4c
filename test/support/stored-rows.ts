import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabasePlace } from './databases.ts';

const SQLITE_FILE = 'guiche.sqlite';

export type Row = Readonly<Record<string, unknown>>;

/** Reads the database of a service directly, without the service's code. */
export interface StoredRows {
  tables(): Promise<readonly string[]>;
  rows(table: string): Promise<readonly Row[]>;
  /** Number of rows of each table, from one snapshot. */
  counts(tables: readonly string[]): Promise<Readonly<Record<string, number>>>;
  /** Number of rows of a table that meet a condition, in SQL of both engines. */
  count(table: string, condition: string): Promise<number>;
  close(): Promise<void>;
}

export async function openStoredRows(place: DatabasePlace): Promise<StoredRows> {
  const { query, listTables, close } = place.url
    ? await openPostgres(place.url)
    : openSqlite(join(place.dataDir, SQLITE_FILE));
  return {
    tables: async () => (await query(listTables)).map((row) => String(row.name)),
    rows: (table) => query(`select * from "${table}"`),
    counts: async (tables) => {
      const each = tables.map((table) => `select '${table}' as name, count(*) as rows from "${table}"`);
      const counted = await query(each.join(' union all '));
      return Object.fromEntries(counted.map(({ name, rows }) => [String(name), Number(rows)]));
    },
    count: async (table, condition) => {
      const [counted] = await query(`select count(*) as rows from "${table}" where ${condition}`);
      return Number(counted?.rows);
    },
    close,
  };
}

function openSqlite(path: string) {
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  return {
    query: async (sql: string): Promise<Row[]> => file.prepare(sql).all(),
    listTables: "select name from sqlite_master where type = 'table'",
    close: async () => file.close(),
  };
}

async function openPostgres(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    query: async (sql: string): Promise<Row[]> => (await client.query(sql)).rows,
    listTables: "select table_name as name from information_schema.tables where table_schema = 'public'",
    close: () => client.end(),
  };
}
