import { hash } from 'node:crypto';
import { type BulkStatement, insertStatement, updateStatement } from '../write-path/bulk-sql.ts';
import type { Step } from '../write-path/script.ts';

const NAME_DIGITS = 24;

export interface PostgresStatement extends BulkStatement {
  /** Of the prepared statement: the same name is the same text, also behind a pooler that several processes share. */
  readonly name: string;
  /**
   * As `sql`; but where rows may turn out not to be written it takes one more parameter, the number of rows, and fails by a
   * division by zero unless all of them were. So a COMMIT that was sent already does nothing.
   */
  readonly checkedSql: string;
}

const inserts = new WeakMap<object, PostgresStatement>();
const newInserts = new WeakMap<object, PostgresStatement>();
const updates = new WeakMap<object, PostgresStatement>();

/** The statement of a bulk write, made once for each table or update. */
export function statementOf(step: Step): PostgresStatement {
  if (step.kind === 'update') {
    const { update } = step;
    return remembered(updates, update, () => {
      const statement = updateStatement('postgres', update);
      return named(statement, allWritten(statement.sql, statement.columns.length + 2));
    });
  }
  const { table, newKey } = step;
  if (newKey === undefined) {
    return remembered(inserts, table, () => {
      const statement = insertStatement('postgres', table);
      return named(statement, statement.sql);
    });
  }
  return remembered(newInserts, table, () => {
    const statement = insertStatement('postgres', table, newKey);
    return named(statement, allWritten(statement.sql, statement.columns.length));
  });
}

function named(statement: BulkStatement, checkedSql: string): PostgresStatement {
  return { ...statement, checkedSql, name: statementName(checkedSql) };
}

/** Of a prepared statement: another text has another name, so that versions of the service never run each other's. */
export function statementName(sql: string): string {
  return `guiche_${hash('sha256', sql).slice(0, NAME_DIGITS)}`;
}

function allWritten(sql: string, parameters: number): string {
  const isAll = `count(*) = $${parameters + 1}::bigint`;
  return `with written as (${sql}) select 1 / (case when ${isAll} then 1 else 0 end) as all_written from written`;
}

function remembered(
  statements: WeakMap<object, PostgresStatement>,
  key: object,
  make: () => PostgresStatement,
): PostgresStatement {
  const known = statements.get(key) ?? make();
  statements.set(key, known);
  return known;
}
