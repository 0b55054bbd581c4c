import type { Transaction } from 'kysely';
import type pg from 'pg';
import { type BulkStatement, firstOfEachKey, insertStatement, updateStatement } from '../bulk-sql.ts';
import type { GuardedRow, WriteTransaction } from '../database.ts';
import { postgresKysely, timed } from './queries.ts';

const WRITE_TIMEOUT_MS = 10_000;

/**
 * One connection with an open transaction. Statements are pipelined: after an error the server refuses all
 * later ones, including COMMIT.
 */
export interface PostgresSession extends WriteTransaction {
  /** The first error of any statement. */
  fault(): unknown;
  /** Waits for the answer. */
  run(sql: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>;
  /** Does not wait: an error appears with later statements, at the latest with COMMIT. */
  send(sql: string, parameters?: readonly unknown[]): void;
}

export function openPostgresSession(client: pg.ClientBase): PostgresSession {
  let fault: unknown;
  const run = async (sql: string, parameters?: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      return await client.query(timed(sql, WRITE_TIMEOUT_MS, parameters));
    } catch (error) {
      fault ??= error;
      throw error;
    }
  };
  const send = (sql: string, parameters?: readonly unknown[]): void => {
    run(sql, parameters).catch(() => undefined);
  };
  return {
    fault: () => fault,
    run,
    send,
    tables: <Tables>() => postgresKysely(run) as unknown as Transaction<Tables>,
    insertRows: async (table, rows) => {
      if (rows.length === 0) return;
      const { sql, columns } = remembered(inserts, table, () => insertStatement('postgres', table));
      send(sql, columnArrays(rows, columns));
    },
    insertNewRows: async (table, key, rows) => {
      if (rows.length === 0) return [];
      const { sql, columns } = remembered(newInserts, table, () => insertStatement('postgres', table, key));
      const firsts = firstOfEachKey(rows, (row) => row[key]);
      const sent = firsts.filter((row) => row !== undefined);
      const inserted = keysOf(await run(sql, columnArrays(sent, columns)));
      return firsts.map((row) => row !== undefined && inserted.has(row[key]));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const { sql, columns } = remembered(updates, update, () => updateStatement('postgres', update));
      const firsts = firstOfEachKey(rows, (row) => row.key);
      const sent = firsts.filter((row) => row !== undefined);
      const values = columnArrays(
        sent.map((row) => row.values),
        columns,
      );
      const keys = [sent.map((row) => row.key), sent.map((row) => row.expected)];
      const changed = keysOf(await run(sql, [...keys, ...values]));
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}

const inserts = new WeakMap<object, BulkStatement>();
const newInserts = new WeakMap<object, BulkStatement>();
const updates = new WeakMap<object, BulkStatement>();

function remembered(statements: WeakMap<object, BulkStatement>, key: object, make: () => BulkStatement) {
  const known = statements.get(key) ?? make();
  statements.set(key, known);
  return known;
}

function keysOf(result: pg.QueryResult<{ bulk_key: unknown }>): ReadonlySet<unknown> {
  return new Set(result.rows.map((row) => row.bulk_key));
}

function columnArrays(rows: readonly object[], columns: readonly string[]): unknown[][] {
  return columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column] ?? null));
}
