import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in its own thread, so that a long query does not block the event loop. It imports nothing of ours, to
// stay small.

export interface ReaderQuery {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface ReaderAnswer {
  readonly id: number;
  readonly rows?: readonly unknown[];
  /** Message of SQLite: may name tables and columns, never contains a value. */
  readonly error?: string;
  /** SQLite's result code. */
  readonly errcode?: number | undefined;
}

const BUSY_TIMEOUT_MS = 10_000;
const MAX_STATEMENTS = 64;
/** 16 MB for pages of indexes, in place of SQLite's 2: lists of many sales read the same ones again and again. */
const CACHE_KIB = 16 * 1024;

const file = new DatabaseSync(workerData as string, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
file.exec(`pragma cache_size = -${CACHE_KIB}`);
const statements = new Map<string, StatementSync>();

parentPort?.on('message', ({ id, sql, parameters }: ReaderQuery) => {
  parentPort?.postMessage(answer(id, sql, parameters as SQLInputValue[]));
});

function answer(id: number, sql: string, parameters: SQLInputValue[]): ReaderAnswer {
  try {
    return { id, rows: prepared(sql).all(...parameters) };
  } catch (error) {
    const { message = 'the query failed', errcode } = error as { message?: string; errcode?: number };
    return { id, error: message, errcode };
  }
}

function prepared(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = file.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
