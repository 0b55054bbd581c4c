import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import type { Place } from '../place.ts';

/** Where the database of a place is. */
export type DatabaseAddress = Pick<Place, 'dataDir' | 'databaseUrl'>;

const BUSY_TIMEOUT_MS = 30_000;

/** Writes many rows into the database of a service that is not running. */
export interface BulkDatabase {
  readonly dialect: Dialect;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** In the order of the table. */
  columns(table: string): Promise<readonly string[]>;
  /** Those that no constraint made, as they are created. */
  indexes(table: string): Promise<readonly { readonly name: string; readonly sql: string }[]>;
  /** Does the works at the same time where the engine has several writers. Only shared tables are seen by all of them. */
  together(works: readonly ((database: BulkDatabase) => Promise<void>)[]): Promise<void>;
  /** To be called once a table is filled, before others are. */
  filled(table: string): Promise<void>;
  /** Makes the rows durable, and lets the planner know of them as an engine that has run for a while does. */
  finish(): Promise<void>;
}

/** Expressions in which the engines differ. */
export interface Dialect {
  /** Begins a statement that creates a table for the fill alone, which all works see and which is dropped in the end. */
  readonly createShared: string;
  /** A new id of version 7, of that moment in milliseconds, as columns of ids have it. */
  idAt(epochMs: string): string;
  /** The local day `yyyy-MM-dd` in São Paulo, which has had no daylight saving time since 2019. */
  dayOf(epochMs: string): string;
}

export async function openBulkDatabase(
  cleanup: AsyncDisposableStack,
  place: DatabaseAddress,
): Promise<BulkDatabase> {
  return place.databaseUrl === undefined
    ? openSqlite(cleanup, join(place.dataDir, SQLITE_FILE_NAME))
    : openPostgres(cleanup, place.databaseUrl);
}

const SAO_PAULO_MS = 3 * 60 * 60_000;

const SQLITE: Dialect = {
  createShared: 'create temp table',
  idAt: (epochMs) => {
    const time = `printf('%012x', ${epochMs})`;
    const random = (digits: number) => `substr(lower(hex(randomblob(6))), 1, ${digits})`;
    return `substr(${time}, 1, 8) || '-' || substr(${time}, 9) || '-7' || ${random(3)} || '-8' || ${random(3)} || '-' || ${random(12)}`;
  },
  dayOf: (epochMs) => `strftime('%Y-%m-%d', (${epochMs} - ${SAO_PAULO_MS}) / 1000, 'unixepoch')`,
};

const POSTGRES: Dialect = {
  createShared: 'create unlogged table',
  idAt: (epochMs) =>
    `(lpad(to_hex(${epochMs}), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`,
  dayOf: (epochMs) =>
    `to_char(to_timestamp((${epochMs} - ${SAO_PAULO_MS}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`,
};

function openSqlite(cleanup: AsyncDisposableStack, path: string): BulkDatabase {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  cleanup.defer(() => file.close());
  file.exec('pragma synchronous = off; pragma cache_size = -200000');
  const database: BulkDatabase = {
    dialect: SQLITE,
    run: async (sql) => {
      file.exec(sql);
      // So that Ctrl-C is heard between two statements.
      await new Promise((resolve) => setImmediate(resolve));
    },
    rows: async (sql) => file.prepare(sql).all(),
    columns: async (table) => {
      const rows = file.prepare('select name from pragma_table_info(?)').all(table);
      return rows.map(({ name }) => String(name));
    },
    indexes: async (table) => {
      const rows = file
        .prepare(
          "select name, sql from sqlite_schema where type = 'index' and tbl_name = ? and sql is not null",
        )
        .all(table);
      return rows.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
    },
    together: async (works) => {
      for (const work of works) await work(database);
    },
    filled: async () => undefined,
    finish: async () => {
      file.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)');
    },
  };
  return database;
}

async function openPostgres(cleanup: AsyncDisposableStack, url: string): Promise<BulkDatabase> {
  const client = new pg.Client(url);
  await client.connect();
  cleanup.defer(() => client.end());
  await client.query(
    "set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'",
  );
  const rows = async (sql: string, values: readonly unknown[] = []) =>
    (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  return {
    dialect: POSTGRES,
    run: async (sql) => void (await client.query(sql)),
    rows,
    columns: async (table) => {
      const found = await rows(
        'select column_name from information_schema.columns where table_name = $1 and table_schema = current_schema() order by ordinal_position',
        [table],
      );
      return found.map(({ column_name: name }) => String(name));
    },
    indexes: async (table) => {
      const found = await rows(
        `select indexname, indexdef from pg_indexes where tablename = $1 and schemaname = current_schema()
          and indexname not in (select conname from pg_constraint where contype in ('p', 'u'))`,
        [table],
      );
      return found.map(({ indexname, indexdef }) => ({ name: String(indexname), sql: String(indexdef) }));
    },
    together: async (works) => {
      await Promise.all(
        works.map(async (work) => {
          const own = new AsyncDisposableStack();
          try {
            await work(await openPostgres(own, url));
          } finally {
            await own.disposeAsync();
          }
        }),
      );
    },
    filled: async (table) => void (await client.query(`vacuum analyze ${table}`)),
    finish: async () => {
      await client.query('vacuum analyze');
      // Otherwise pages would still be written while payments and panel are measured.
      await client.query('checkpoint');
    },
  };
}
