import type { BulkTable, BulkUpdate, GuardedRow, WriteTransaction } from '../database.ts';
import { firstOfEachKey, type InsertedTable } from './bulk-sql.ts';

/** One statement for many rows. Where one of its rows would not be written, the whole script is rolled back. */
export type Step = InsertStep | UpdateStep;

export interface InsertStep {
  readonly kind: 'insert';
  readonly table: InsertedTable;
  readonly rows: readonly object[];
  /** Absent: a row that is there already is an error. Otherwise the key of rows that may be there, which rolls back the script. */
  readonly newKey?: string;
}

export interface UpdateStep {
  readonly kind: 'update';
  readonly update: BulkUpdate<string, string, object>;
  readonly rows: readonly GuardedRow<object>[];
}

/** A write that is known as a whole before it runs, and what it returns when every row is written. */
export interface Script<Result> {
  readonly steps: readonly Step[];
  readonly result: Result;
}

/**
 * Runs a write without a database, on the assumption that every guard holds and no key is taken, which is nearly always so.
 * What it writes can then be sent in one message and committed if the assumption was true; otherwise nothing is written,
 * and it has to run again in a transaction. Undefined when it asks a query, whose answer nobody can know in advance.
 */
export async function recordScript<Result>(
  work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Script<Result> | undefined> {
  const recorder = new Recorder();
  try {
    const result = await work(recorder);
    return recorder.asksQueries ? undefined : { steps: recorder.steps, result };
  } catch (error) {
    if (recorder.asksQueries) return undefined;
    throw error;
  }
}

class Recorder implements WriteTransaction {
  readonly steps: Step[] = [];
  asksQueries = false;

  tables(): never {
    this.asksQueries = true;
    throw new Error('this write asks queries: it cannot be recorded');
  }

  async insertRows<Row extends object>(table: BulkTable<Row>, rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) this.steps.push({ kind: 'insert', table, rows });
  }

  async insertNewRows<Row extends object>(
    table: BulkTable<Row>,
    key: keyof Row & string,
    rows: readonly Row[],
  ): Promise<readonly boolean[]> {
    const firsts = firstOfEachKey(rows, (row) => row[key]);
    const sent = firsts.filter((row) => row !== undefined);
    if (sent.length > 0) this.steps.push({ kind: 'insert', table, rows: sent, newKey: key });
    return firsts.map((row) => row !== undefined);
  }

  async updateRows<Key extends string, Guard extends string, Values extends object>(
    update: BulkUpdate<Key, Guard, Values>,
    rows: readonly GuardedRow<Values>[],
  ): Promise<readonly boolean[]> {
    const firsts = firstOfEachKey(rows, (row) => row.key);
    const sent = firsts.filter((row) => row !== undefined);
    if (sent.length > 0) this.steps.push({ kind: 'update', update, rows: sent });
    return firsts.map((row) => row !== undefined);
  }
}
