import type { SQLInputValue } from 'node:sqlite';
import { type BulkStatement, insertStatement, updateStatement } from '../write-path/bulk-sql.ts';
import type { Step } from '../write-path/script.ts';

/** A statement and the values of its rows, in the order of its parameters. */
export interface BoundStep {
  /** Names the statement: the same text, the same number. */
  readonly number: number;
  readonly sql: string;
  /** Whether each row must change a row of the table. */
  readonly mustChange: boolean;
  readonly rows: readonly (readonly SQLInputValue[])[];
}

interface NumberedStatement extends BulkStatement {
  readonly number: number;
}

/** Keeps the statements of bulk writes, by the identity of table or update, and numbers them. */
export function createSqliteStatements(): { bind(step: Step): BoundStep } {
  const inserts = new WeakMap<object, NumberedStatement>();
  const newInserts = new WeakMap<object, NumberedStatement>();
  const updates = new WeakMap<object, NumberedStatement>();
  let last = 0;
  const remembered = (known: WeakMap<object, NumberedStatement>, key: object, make: () => BulkStatement) => {
    const kept = known.get(key);
    if (kept) return kept;
    last += 1;
    const made = { ...make(), number: last };
    known.set(key, made);
    return made;
  };
  return {
    bind: (step) => {
      if (step.kind === 'update') {
        const { update } = step;
        const { number, sql, columns } = remembered(updates, update, () => updateStatement('sqlite', update));
        const rows = step.rows.map((row) => valuesOf(row.values, columns, [row.key, row.expected]));
        return { number, sql, mustChange: true, rows };
      }
      const { table, newKey } = step;
      const { number, sql, columns } = remembered(newKey === undefined ? inserts : newInserts, table, () =>
        insertStatement('sqlite', table, newKey),
      );
      const rows = step.rows.map((row) => valuesOf(row, columns, []));
      return { number, sql, mustChange: newKey !== undefined, rows };
    },
  };
}

/** Appends the values of a row to those that come first. */
function valuesOf(row: object, columns: readonly string[], values: SQLInputValue[]): SQLInputValue[] {
  for (const column of columns) values.push((row as Record<string, SQLInputValue>)[column] ?? null);
  return values;
}
