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
  readonly values: readonly (string | Buffer)[];
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
export function valuesOf(step: Step): readonly Buffer[] {
  if (step.kind === 'insert') return columnsOf(step.table.columns, step.rows);
  const { key, guard, set } = step.update;
  return [
    arrayBytes(
      key.type,
      step.rows.map((row) => row.key),
    ),
    arrayBytes(
      guard.type,
      step.rows.map((row) => row.expected),
    ),
    ...columnsOf(
      set,
      step.rows.map((row) => row.values),
    ),
  ];
}

function columnsOf(columns: Readonly<Record<string, ColumnType>>, rows: readonly object[]): Buffer[] {
  return Object.entries(columns).map(([name, type]) =>
    arrayBytes(
      type,
      rows.map((row) => (row as Record<string, unknown>)[name]),
    ),
  );
}

const OIDS: Readonly<Record<ColumnType, number>> = { text: 25, uuid: 2950, bigint: 20 };
const HEADER_BYTES = 20;
const UUID_LENGTH = 36;
const UUID_BYTES = 16;

/**
 * PostgreSQL's binary form of an array; undefined and null become NULL. As text, each value would be quoted and each number turned
 * into digits, and back again on the server.
 */
export function arrayBytes(type: ColumnType, values: readonly unknown[]): Buffer {
  // Four bytes for the length of each; at most three for a character of it, or eight for a number.
  const room = values.reduce<number>(
    (sum, value) => sum + 4 + (type === 'bigint' ? 8 : 3 * String(value ?? '').length),
    HEADER_BYTES,
  );
  const bytes = Buffer.allocUnsafe(room);
  let at = HEADER_BYTES;
  let hasNull = 0;
  for (const value of values) {
    if (value === undefined || value === null) {
      hasNull = 1;
      at = bytes.writeInt32BE(-1, at);
    } else {
      const length = writeValue(bytes, at + 4, type, value);
      at = bytes.writeInt32BE(length, at) + length;
    }
  }
  const dimensions = values.length === 0 ? 0 : 1;
  [dimensions, hasNull, OIDS[type], values.length, 1].forEach((word, index) => {
    bytes.writeInt32BE(word, index * 4);
  });
  return bytes.subarray(0, dimensions === 0 ? HEADER_BYTES - 8 : at);
}

/** Returns the number of bytes. Throws for a value that the type does not have. */
function writeValue(bytes: Buffer, at: number, type: ColumnType, value: unknown): number {
  if (type === 'bigint') {
    if (!Number.isSafeInteger(value)) throw new RangeError('a value is no whole number');
    return bytes.writeBigInt64BE(BigInt(value as number), at) - at;
  }
  const text = String(value);
  if (type === 'text') return bytes.write(text, at);
  const digits = text.replaceAll('-', '');
  const written = bytes.write(digits, at, UUID_BYTES, 'hex');
  if (written !== UUID_BYTES || digits.length !== 2 * UUID_BYTES || text.length !== UUID_LENGTH) {
    throw new TypeError('a value is no UUID');
  }
  return written;
}

/** Fails with DIVISION_BY_ZERO when one of the step's rows is not written. */
export function checkedStatement(step: Step): Statement {
  const { name, checkedSql: text } = statementOf(step);
  const isChecked = step.kind === 'update' || step.newKey !== undefined;
  return { name, text, values: isChecked ? [...valuesOf(step), String(step.rows.length)] : valuesOf(step) };
}
