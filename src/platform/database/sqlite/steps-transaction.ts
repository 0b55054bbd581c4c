import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A prepared statement, whether each row must change a row of the table, and the values of the rows. */
export interface PreparedStep {
  readonly statement: StatementSync;
  readonly mustChange: boolean;
  readonly rows: readonly (readonly SQLInputValue[])[];
}

/**
 * Commits all steps together on this connection, in the caller's thread. False if a row that had to change did not: then
 * nothing was written. Throws SQLite's error, after rolling back.
 */
export type StepsTransaction = (steps: readonly PreparedStep[]) => boolean;

export function createStepsTransaction(file: DatabaseSync): StepsTransaction {
  const begin = file.prepare('begin immediate');
  const commit = file.prepare('commit');
  const rollback = file.prepare('rollback');
  return (steps) => {
    begin.run();
    try {
      const isWritten = steps.every(writeRows);
      (isWritten ? commit : rollback).run();
      return isWritten;
    } catch (error) {
      // After a full disk SQLite has already rolled back.
      if (file.isTransaction) rollback.run();
      throw error;
    }
  };
}

function writeRows({ statement, mustChange, rows }: PreparedStep): boolean {
  return rows.every((row) => statement.run(...row).changes === 1 || !mustChange);
}
