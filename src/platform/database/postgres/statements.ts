import { hash } from 'node:crypto';
import type { ColumnType } from '../database.ts';
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

/** One statement of a script, without an answer that anybody reads. */
export interface Statement {
  /** Of the prepared statement: the same name is the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
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

/** The parameters of a step: an array for each column; before the values of an update its keys, and what the guards must be. */
export function valuesOf(step: Step): readonly string[] {
  if (step.kind === 'insert') return columnsOf(step.table.columns, step.rows);
  return [
    arrayText(step.rows.map(({ key }) => key)),
    arrayText(step.rows.map(({ expected }) => expected)),
    ...columnsOf(
      step.update.set,
      step.rows.map(({ values }) => values),
    ),
  ];
}

function columnsOf(columns: Readonly<Record<string, ColumnType>>, rows: readonly object[]): string[] {
  return Object.keys(columns).map((name) =>
    arrayText(rows.map((row) => (row as Record<string, unknown>)[name])),
  );
}

const QUOTED_WITH_CARE = /["\\]/g;

/** PostgreSQL's text form of an array. The driver makes one of values for its own statements only, not for those of a script. */
export function arrayText(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === undefined || value === null) return 'NULL';
    return typeof value === 'number' ? String(value) : `"${String(value).replace(QUOTED_WITH_CARE, '\\$&')}"`;
  });
  return `{${texts.join()}}`;
}

/** Fails with DIVISION_BY_ZERO when one of the step's rows is not written. */
export function checkedStatement(step: Step): Statement {
  const { name, checkedSql: text } = statementOf(step);
  const isChecked = step.kind === 'update' || step.newKey !== undefined;
  return { name, text, values: isChecked ? [...valuesOf(step), String(step.rows.length)] : valuesOf(step) };
}
