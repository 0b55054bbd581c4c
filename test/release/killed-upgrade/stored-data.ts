import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { SQLITE_FILE_NAME } from '../../../src/platform/database/index.ts';
import type { DatabasePlace } from '../../support/databases.ts';
import { API_PAIR, TRANSACTIONS_PATH } from '../../support/gateway-client.ts';
import type { StartedVersion } from './start-version.ts';
import { UNFINISHED } from './unfinished-sales.ts';

/** Tables of a sale, with the columns that no start and no job changes. */
const COLUMNS = {
  transactions: `id, merchant_id, reference_id, amount, status, created_at, updated_at, asked, provider_reference, provider_code,
    provider_message, authorization_code, eci, captured_amount, refunded_amount, redirect_url, open_movement`,
  attempts: `reference, transaction_id, account_id, state, created_at, ended_at, their_id, nsu, raw_code, raw_message,
    http_status, decline_class, reason`,
  transaction_events: 'transaction_id, id, at, kind, cause, request_id, details',
  movements: 'id, transaction_id, kind, amount, state, created_at, ended_at',
  postbacks:
    'transaction_id, version, merchant_id, url, body, state, tries, last_status, created_at, ended_at',
} as const;
const KEYS: Readonly<Record<keyof typeof COLUMNS, string>> = {
  transactions: 'id',
  attempts: 'reference',
  transaction_events: 'transaction_id, id',
  movements: 'id',
  postbacks: 'transaction_id, version',
};
const TABLES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** What is stored, told so that a difference shows where it is. */
export interface StoredData {
  /** Rows and a hash of all their columns, by table. */
  readonly tables: Readonly<Record<string, readonly [rows: number, hash: string]>>;
  /** Count and sums of amounts, by status. */
  readonly statuses: readonly unknown[];
}

interface Reader {
  rows(sql: string): Promise<readonly Record<string, unknown>[]>;
  hashOf(table: keyof typeof COLUMNS): Promise<string>;
  assertSound(): Promise<void>;
}

/** Reads all rows of the tables of a sale, of any version, but those of sales that an upgrade finds in the middle. */
export async function readStored(place: DatabasePlace): Promise<StoredData> {
  return withReader(place, async (reader) => {
    const tables: Record<string, [number, string]> = {};
    for (const table of TABLES) {
      const [{ rows } = {}] = await reader.rows(
        `select count(*) as rows from ${table} where ${isFinished(table)}`,
      );
      tables[table] = [Number(rows), await reader.hashOf(table)];
    }
    const statuses = await reader.rows(`select status, count(*) as sales, sum(amount) as amount,
      sum(captured_amount) as captured, sum(refunded_amount) as refunded from transactions
      where ${isFinished('transactions')} group by status order by status`);
    return { tables, statuses: statuses.map((row) => Object.values(row).join(' ')) };
  });
}

function isFinished(table: keyof typeof COLUMNS): string {
  if (table === 'transactions') return `coalesce(reference_id, '') not like '${UNFINISHED}%'`;
  return `cast(transaction_id as text) not in
    (select cast(id as text) from transactions where reference_id like '${UNFINISHED}%')`;
}

/** Every column of every table, with its type and whether it may be empty. */
export async function readColumns(place: DatabasePlace): Promise<readonly string[]> {
  const sql =
    place.url === undefined
      ? `select tables.name || '.' || columns.name || ' ' || columns.type || ' ' || columns."notnull" as told
          from sqlite_master tables join pragma_table_info(tables.name) columns where tables.type = 'table'`
      : `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as told
          from information_schema.columns where table_schema = current_schema()`;
  return withReader(place, async ({ rows }) => (await rows(sql)).map(({ told }) => String(told)).toSorted());
}

/** Throws when a page or an index of the database is damaged, or when an index does not agree with its table. */
export async function assertSound(place: DatabasePlace): Promise<void> {
  await withReader(place, (reader) => reader.assertSound());
}

/** Sales that the jobs of the new version have yet to make searchable, and to count by day. */
export async function readUnfinished(place: DatabasePlace): Promise<number> {
  return withReader(place, async ({ rows }) => {
    const [{ unfilled } = {}] = await rows(
      'select count(*) as unfilled from transactions where provider is null',
    );
    const [{ uncounted } = {}] = await rows(`select (select count(*) from transactions)
      - (select coalesce(sum(sales), 0) from sales_by_day) as uncounted`);
    return Number(unfilled) + Math.abs(Number(uncounted));
  });
}

/** Notices that were not delivered yet. */
export async function readUntold(place: DatabasePlace): Promise<number> {
  return withReader(place, async ({ rows }) => {
    const [{ untold } = {}] = await rows("select count(*) as untold from postbacks where state = 'waiting'");
    return Number(untold);
  });
}

/** Sales that no longer change, in no order. */
export async function pickSales(place: DatabasePlace, count: number): Promise<readonly string[]> {
  return withReader(place, async ({ rows }) =>
    (await rows(`select id, reference_id from transactions order by random() limit ${count}`)).flatMap(
      ({ id, reference_id: reference }) => [
        `${TRANSACTIONS_PATH}/${id}`,
        `${TRANSACTIONS_PATH}?referenceId=${reference}`,
      ],
    ),
  );
}

/** The answers of a service to these reads. */
export async function readAnswers(
  { address }: StartedVersion,
  paths: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const path of paths) {
    const answer = await fetch(address + path, { headers: API_PAIR });
    assert.equal(answer.status, 200, `${path}: ${answer.status}`);
    answers.set(path, await answer.json());
  }
  return answers;
}

async function withReader<T>(place: DatabasePlace, read: (reader: Reader) => Promise<T>): Promise<T> {
  const own = new AsyncDisposableStack();
  try {
    return await read(
      place.url === undefined ? openSqlite(own, place.dataDir) : await openPostgres(own, place.url),
    );
  } finally {
    await own.disposeAsync();
  }
}

function openSqlite(own: AsyncDisposableStack, dataDir: string): Reader {
  const file = new DatabaseSync(join(dataDir, SQLITE_FILE_NAME));
  own.defer(() => file.close());
  return {
    rows: async (sql) => file.prepare(sql).all(),
    hashOf: async (table) => {
      const hash = createHash('sha256');
      const statement = file.prepare(
        `select ${COLUMNS[table]} from ${table} where ${isFinished(table)} order by ${KEYS[table]}`,
      );
      for (const row of statement.iterate()) hash.update(JSON.stringify(Object.values(row)));
      return hash.digest('hex');
    },
    assertSound: async () => {
      assert.deepEqual(Object.values(file.prepare('pragma integrity_check').get() ?? {}), ['ok']);
    },
  };
}

async function openPostgres(own: AsyncDisposableStack, url: string): Promise<Reader> {
  const client = new pg.Client(url);
  await client.connect();
  own.defer(() => client.end());
  const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  return {
    rows,
    hashOf: async (table) => {
      // A sum, because a text of all rows would be too long.
      const [{ hash } = {}] = await rows(
        `select sum(hashtextextended(row_to_json(old)::text, 0))::text as hash from
          (select ${COLUMNS[table]} from ${table} where ${isFinished(table)}) old`,
      );
      return String(hash);
    },
    assertSound: async () => {
      await rows('create extension if not exists amcheck');
      await rows(`select bt_index_check(index.indexrelid, true) from pg_index index
        join pg_class class on class.oid = index.indexrelid join pg_am on pg_am.oid = class.relam
        where pg_am.amname = 'btree' and class.relnamespace = current_schema()::regnamespace`);
    },
  };
}
