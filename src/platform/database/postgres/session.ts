import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { GuardedRow, WriteTransaction } from '../database.ts';
import { firstOfEachKey } from '../write-path/bulk-sql.ts';
import type { Step } from '../write-path/script.ts';
import { postgresKysely, timed } from './queries.ts';
import { statementOf, valuesOf } from './statements.ts';

export const WRITE_TIMEOUT_MS = 10_000;

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
  const keysOf = async (step: Step): Promise<ReadonlySet<unknown>> => {
    const { rows } = await run(statementOf(step).sql, valuesOf(step));
    return new Set(rows.map((row) => row.bulk_key));
  };
  return {
    fault: () => fault,
    run,
    send,
    tables: <Tables>() => postgresKysely(run) as unknown as Kysely<Tables>,
    insertRows: async (table, rows) => {
      if (rows.length === 0) return;
      const step = { kind: 'insert', table, rows } as const;
      send(statementOf(step).sql, valuesOf(step));
    },
    insertNewRows: async (table, key, rows) => {
      if (rows.length === 0) return [];
      const firsts = firstOfEachKey(rows, (row) => row[key]);
      const sent = firsts.filter((row) => row !== undefined);
      const inserted = await keysOf({ kind: 'insert', table, rows: sent, newKey: key });
      return firsts.map((row) => row !== undefined && inserted.has(row[key]));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const firsts = firstOfEachKey(rows, (row) => row.key);
      const sent = firsts.filter((row) => row !== undefined);
      const changed = await keysOf({ kind: 'update', update, rows: sent });
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}
