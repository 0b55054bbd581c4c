import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WriteTransaction } from '../database.ts';
import { firstOfEachKey } from '../write-path/bulk-sql.ts';
import { statementCache } from './dialect.ts';
import { type BoundStep, createSqliteStatements } from './statements.ts';

/** The writes of many rows, on a connection of this thread. */
export function bulkWrites(file: DatabaseSync): Omit<WriteTransaction, 'tables'> {
  const prepare = statementCache(file);
  const statements = createSqliteStatements();
  const run = ({ sql, rows }: BoundStep): readonly boolean[] => {
    const statement: StatementSync = prepare(sql);
    return rows.map((values) => statement.run(...values).changes === 1);
  };
  /** Those that are not to be written are told as unchanged. */
  const runSome = <Row>(
    wanted: readonly (Row | undefined)[],
    bind: (rows: readonly Row[]) => BoundStep,
  ): readonly boolean[] => {
    const changed = run(bind(wanted.filter((row) => row !== undefined)))[Symbol.iterator]();
    return wanted.map((row) => row !== undefined && changed.next().value === true);
  };

  return {
    insertRows: async (table, rows) => {
      run(statements.bind({ kind: 'insert', table, rows }));
    },
    insertNewRows: async (table, key, rows) =>
      runSome(
        firstOfEachKey(rows, (row) => row[key]),
        (sent) => statements.bind({ kind: 'insert', table, rows: sent, newKey: key }),
      ),
    updateRows: async (update, rows) =>
      runSome(
        firstOfEachKey(rows, (row) => row.key),
        (sent) => statements.bind({ kind: 'update', update, rows: sent }),
      ),
  };
}
