import type { Transaction } from 'kysely';
import type pg from 'pg';
import { firstOfEachKey, insertStatement, updateStatement } from '../bulk-sql.ts';
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
      const { sql, columns } = remembered(table, () => insertStatement('postgres', table));
      send(sql, columnArrays(rows, columns));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const { sql, columns } = remembered(update, () => updateStatement('postgres', update));
      const firsts = firstOfEachKey(rows);
      const sent = firsts.filter((row) => row !== undefined);
      const values = columnArrays(
        sent.map((row) => row.values),
        columns,
      );
      const keys = [sent.map((row) => row.key), sent.map((row) => row.expected)];
      const result = await run(sql, [...keys, ...values]);
      const changed = new Set(result.rows.map((row: { bulk_key: string | number }) => row.bulk_key));
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}

const statementOf = new WeakMap<object, ReturnType<typeof insertStatement>>();

function remembered(key: object, make: () => ReturnType<typeof insertStatement>) {
  const known = statementOf.get(key) ?? make();
  statementOf.set(key, known);
  return known;
}

function columnArrays(rows: readonly object[], columns: readonly string[]): unknown[][] {
  return columns.map((column) => rows.map((row) => (row as Record<string, unknown>)[column] ?? null));
}
