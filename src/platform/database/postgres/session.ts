import type { Writable } from 'node:stream';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { GuardedRow, WriteTransaction } from '../database.ts';
import { firstOfEachKey } from '../write-path/bulk-sql.ts';
import { arrayBytes } from './array-bytes.ts';
import { statementOf } from './bulk-statements.ts';
import { insertedValues, updatedValues } from './bulk-values.ts';
import { postgresKysely, timed } from './queries.ts';

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
  const sendTogether = corking(client);
  const query = async (config: pg.QueryConfig): Promise<pg.QueryResult> => {
    sendTogether();
    try {
      return await client.query(config);
    } catch (error) {
      fault ??= error;
      throw error;
    }
  };
  const run = (sql: string, parameters?: readonly unknown[]) =>
    query(timed(sql, WRITE_TIMEOUT_MS, parameters));
  const send = (sql: string, parameters?: readonly unknown[]): void => {
    run(sql, parameters).catch(() => undefined);
  };
  return {
    fault: () => fault,
    run,
    send,
    tables: <Tables>() => postgresKysely(run) as unknown as Kysely<Tables>,
    insertRows: async (table, rows) => {
      if (rows.length === 0) return;
      const { sql } = statementOf({ kind: 'insert', table, rows });
      send(sql, insertedValues(table, rows).map(arrayBytes));
    },
    insertNewRows: async (table, key, rows) => {
      if (rows.length === 0) return [];
      const { sql } = statementOf({ kind: 'insert', table, rows, newKey: key });
      const firsts = firstOfEachKey(rows, (row) => row[key]);
      const sent = firsts.filter((row) => row !== undefined);
      const inserted = keysOf(await run(sql, insertedValues(table, sent).map(arrayBytes)));
      return firsts.map((row) => row !== undefined && inserted.has(row[key]));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const { sql } = statementOf({ kind: 'update', update, rows });
      const firsts = firstOfEachKey(rows, (row) => row.key);
      const sent = firsts.filter((row) => row !== undefined);
      const changed = keysOf(await run(sql, updatedValues(update, sent).map(arrayBytes)));
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}

/**
 * Returns a function to call before something is sent: all that is sent in one turn of the event loop goes out in one piece,
 * where the driver would write each statement by itself.
 */
function corking(client: pg.ClientBase): () => void {
  // Missing in the driver's types.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  let isCorked = false;
  return () => {
    if (isCorked) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
}

function keysOf(result: pg.QueryResult<{ bulk_key: unknown }>): ReadonlySet<unknown> {
  return new Set(result.rows.map((row) => row.bulk_key));
}
