import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isSyncFailure } from '../faults/sqlite-errors.ts';
import { openSqliteFile } from './file.ts';
import { createStepsTransaction, type PreparedStep } from './steps-transaction.ts';

// Runs in its own thread, so that neither statements nor the sync of a commit block the event loop. It imports almost
// none of our modules, to stay small.

/** One transaction. Each step runs once per row. */
export interface WriterBatch {
  readonly id: number;
  /** Statements sent for the first time: number and text. */
  readonly statements: readonly (readonly [number, string])[];
  readonly steps: readonly WriterStep[];
}

/** The number of a statement, whether each row must change a row of the table, and the values of the rows. */
export type WriterStep = readonly [
  statement: number,
  mustChange: boolean,
  rows: readonly (readonly SQLInputValue[])[],
];

export type WriterAnswer = { readonly id: number } /**
 * Committed, and durable: the commit syncs the log before readers can see it. Or rolled back, because a row that had to
 * change did not. `tookMs` is the time in the thread.
 */ & (
  | { readonly kind: 'committed' | 'refused'; readonly tookMs: number }
  /** Rolled back, as far as SQLite reports. Its message names at most tables and columns, never a value. */
  | { readonly kind: 'failed'; readonly error: string; readonly errcode: number | undefined }
);

// The sender of the batch waits for locks of other processes, not this thread.
const file = openSqliteFile(workerData as string, 'write', 0);
const statements = new Map<number, StatementSync>();
const transact = createStepsTransaction(file);
/** After a failed sync nothing more is written: what the disk holds is not known, and readers must not see a later commit. */
let syncFailure: Extract<WriterAnswer, { readonly kind: 'failed' }> | undefined;

parentPort?.on('message', (batch: WriterBatch) => parentPort?.postMessage(answer(batch)));
// Its first message says that it is ready.
parentPort?.postMessage({});

function answer(batch: WriterBatch): WriterAnswer {
  const { id } = batch;
  if (syncFailure) return { ...syncFailure, id };
  const startedAt = performance.now();
  try {
    for (const [number, sql] of batch.statements) statements.set(number, file.prepare(sql));
    const isWritten = transact(batch.steps.map(prepared));
    return { id, kind: isWritten ? 'committed' : 'refused', tookMs: performance.now() - startedAt };
  } catch (error) {
    const { message = 'the write failed', errcode } = error as { message?: string; errcode?: number };
    const failed = { id, kind: 'failed', error: message, errcode } as const;
    if (isSyncFailure(error)) syncFailure = failed;
    return failed;
  }
}

function prepared([number, mustChange, rows]: WriterStep): PreparedStep {
  const statement = statements.get(number);
  if (!statement) throw new Error(`statement ${number} was never sent`);
  return { statement, mustChange, rows };
}
