import type { Transaction } from 'kysely';
import type pg from 'pg';
import { type BulkStatement, firstOfEachKey, insertStatement, updateStatement } from '../bulk-sql.ts';
import type { GuardedRow, WriteTransaction } from '../database.ts';
import type { Step } from '../script.ts';
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
  /** Sends a step of a script. The transaction fails with DIVISION_BY_ZERO when one of its rows is not written. */
  sendStep(step: Step): void;
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
    sendStep: (step) => {
      const { sql, columns } = statementOf(step);
      if (step.kind === 'insert') {
        const values = columnArrays(step.rows, columns);
        if (step.newKey === undefined) send(sql, values);
        else send(allWritten(sql, values.length), [...values, step.rows.length]);
        return;
      }
      const values = guardedArrays(step.rows, columns);
      send(allWritten(sql, values.length), [...values, step.rows.length]);
    },
    tables: <Tables>() => postgresKysely(run) as unknown as Transaction<Tables>,
    insertRows: async (table, rows) => {
      if (rows.length === 0) return;
      const { sql, columns } = statementOf({ kind: 'insert', table, rows });
      send(sql, columnArrays(rows, columns));
    },
    insertNewRows: async (table, key, rows) => {
      if (rows.length === 0) return [];
      const { sql, columns } = statementOf({ kind: 'insert', table, rows, newKey: key });
      const firsts = firstOfEachKey(rows, (row) => row[key]);
      const sent = firsts.filter((row) => row !== undefined);
      const inserted = keysOf(await run(sql, columnArrays(sent, columns)));
      return firsts.map((row) => row !== undefined && inserted.has(row[key]));
    },
    updateRows: async (update, rows: readonly GuardedRow<object>[]) => {
      if (rows.length === 0) return [];
      const { sql, columns } = statementOf({ kind: 'update', update, rows });
      const firsts = firstOfEachKey(rows, (row) => row.key);
      const sent = firsts.filter((row) => row !== undefined);
      const changed = keysOf(await run(sql, guardedArrays(sent, columns)));
      return firsts.map((row) => row !== undefined && changed.has(row.key));
    },
  };
}

const inserts = new WeakMap<object, BulkStatement>();
const newInserts = new WeakMap<object, BulkStatement>();
const updates = new WeakMap<object, BulkStatement>();

function statementOf(step: Step): BulkStatement {
  if (step.kind === 'update') {
    const { update } = step;
    return remembered(updates, update, () => updateStatement('postgres', update));
  }
  const { table, newKey } = step;
  return remembered(newKey === undefined ? inserts : newInserts, table, () =>
    insertStatement('postgres', table, newKey),
  );
}

/** Fails, so that a COMMIT that was sent already does nothing, unless the statement wrote as many rows as one more parameter says. */
function allWritten(sql: string, parameters: number): string {
  const isAll = `count(*) = $${parameters + 1}::bigint`;
  return `with written as (${sql}) select 1 / (case when ${isAll} then 1 else 0 end) as all_written from written`;
}

function guardedArrays(rows: readonly GuardedRow<object>[], columns: readonly string[]): unknown[][] {
  const values = columnArrays(
    rows.map((row) => row.values),
    columns,
  );
  return [rows.map((row) => row.key), rows.map((row) => row.expected), ...values];
}

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
